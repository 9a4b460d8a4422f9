import type { RunEndInfo } from '../hooks.js'

/** What went wrong, as the client was told. A run that somebody has cancelled has not failed. */
export function errorOf({
  response,
  error,
}: Pick<RunEndInfo, 'response' | 'error'>): { type: string; message: string } | undefined {
  if (response?.status === 'failed')
    return { type: response.error?.code ?? '_OTHER', message: response.error?.message ?? '' }
  if (response !== undefined || error === undefined) return undefined
  const code: unknown = Reflect.get(Object(error), 'code')
  return { type: typeof code === 'string' ? code : '_OTHER', message: 'The run was refused.' }
}
