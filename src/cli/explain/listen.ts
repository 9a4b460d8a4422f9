import { UsageError } from '../exit-code.js'

type Place = { host: string; port: number }

const reasons: Record<string, (place: Place) => UsageError> = {
  insecure_host: ({ host }) =>
    new UsageError(`Listening on ${host} lets other machines in, so clients need a key.`, [
      'Give one with --key or MILLRACE_KEYS, or leave --host out to listen on this machine only.',
    ]),
  EADDRINUSE: ({ port }) =>
    new UsageError(`Port ${port} is taken by another program.`, [
      'Choose another one with --port; 0 takes any that is free.',
    ]),
  EACCES: ({ port }) =>
    new UsageError(`This user may not listen on port ${port}.`, [
      'Ports from 1024 on are open to everybody.',
    ]),
  EADDRNOTAVAIL: ({ host }) => new UsageError(`${host} is not an address of this machine.`),
  ENOTFOUND: ({ host }) => new UsageError(`There is no host called ${host}.`),
}

/** What keeps a server from listening, for who can change it; undefined if it is something else. */
export function listenError(error: unknown, place: Place): UsageError | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return reasons[code]?.(place)
}
