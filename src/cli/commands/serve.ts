import { Command } from 'commander'
import { helpText } from '../help.js'
import type { RegisterCommand } from '../program.js'
import { serveUntilInterrupted } from '../serve.js'
import type { ServeCommandOptions } from '../serve-options.js'
import { wholeNumber } from './numbers.js'

export const serveCommand: RegisterCommand = (context, exit) =>
  new Command('serve')
    .description('Serve the Responses API, with background mode and resume.')
    .option('--port <number>', 'where to listen; 0 takes any free port', wholeNumber(0, 65_536), 8080)
    .option('--host <name>', 'which address to listen on', '127.0.0.1')
    .option('--key <key>', 'let in who has it; may be repeated (also: MILLRACE_KEYS)', collect)
    .option('--allow-host <name>', 'without keys: answer to this host name too; may be repeated', collect)
    .option('--store <where>', 'memory, or an SQLite file that outlives the server', 'memory')
    .option('--upstream <url>', 'pass requests on to this server (default: the demo model answers)')
    .option('--upstream-key-env <name>', 'the environment variable with the key for the upstream')
    .option(
      '--max-runs <number>',
      'how many background runs at a time; others wait (default: 8)',
      wholeNumber(1),
    )
    .option('--model <name>', 'the model of requests that name none')
    .option('--debug', 'print stack traces (also: MILLRACE_DEBUG=1)')
    .addHelpText('after', () => helpText(help, context.stdout))
    .action(async (options: ServeCommandOptions) => exit(await serveUntilInterrupted(options, context)))

function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value]
}

const help = `
Without a key, only this machine is let in, by a name of its own: a proxy that
keeps the name it was asked for needs --allow-host. Other users of this machine
can see keys that are typed here, but not those in MILLRACE_KEYS (separated by
commas).

Exit codes: 0 stopped by Ctrl-C, 1 failed, 2 usage, 130 by a second Ctrl-C,
143 by a second SIGTERM.

Examples:
  $ millrace serve --store responses.db
  $ millrace serve --upstream https://api.openai.com/v1 \\
      --upstream-key-env OPENAI_API_KEY`
