import type { ResponseCreateParams } from '../events/params.js'
import type { Authenticate, Principal } from './authenticate.js'
import type { Backend } from './backend.js'
import type { ErrorShape } from './error-shape.js'
import type { HeartbeatOptions } from './heartbeat.js'
import type { ServerHooks } from './hooks.js'

/** Options of `createResponsesServer`; only `backend` is required. */
export interface ResponsesServerOptions {
  /** What produces the responses. */
  backend: Backend
  /** Says who sent a request (see `bearerKeys`). Default: everybody is the same, unknown, owner. */
  authenticate?: Authenticate
  /**
   * Returns the parameters that run: the place to fix a model, to add instructions, or to let a browser
   * give nothing but input. Throws an `HTTPError` to refuse. Its result is validated like a request;
   * `stream` is the client's unless the result has its own.
   */
  prepare?: (
    params: ResponseCreateParams,
    principal: Principal,
  ) => ResponseCreateParams | Promise<ResponseCreateParams>
  /** For quotas: throws an `HTTPError` to refuse. Called after `prepare`, directly before the run. */
  admit?: (owner: string, params: ResponseCreateParams) => void | Promise<void>
  hooks?: ServerHooks
  /** Where the API begins. Default `/v1`, which makes `/v1/responses`. */
  basePath?: string
  /** The model of a request that names none. Default: such a request is refused. */
  defaultModel?: string
  /** The models there are; others are refused with `model_not_found`. Default: every name is accepted. */
  models?: readonly string[]
  /** In bytes. Default 32 MiB. */
  bodyLimit?: number
  /** Write an `event:` line for each event. Default `true`, as the API does. */
  eventLine?: boolean
  /** End streams with `data: [DONE]`. Default `false`, as the API does; Open Responses wants it. */
  doneSentinel?: boolean
  /** Form of `error` events. Default `nested`, as the API sends them; `flat` as it documents them. */
  errorShape?: ErrorShape
  /**
   * Pad deltas with random characters, so that an eavesdropper cannot tell tokens by their length, unless
   * the request says otherwise (`stream_options.include_obfuscation`). Default `true`.
   */
  obfuscation?: boolean
  /** Heartbeats on silent streams. Default: a comment after 5 s, then after every 15 s. */
  heartbeat?: HeartbeatOptions | false
  /**
   * In ms: how long a stream waits for a backend that shows no sign of life, before it sends its status
   * line anyway. Until then an error is an HTTP error. Default 1,000.
   */
  openAfter?: number
  /** In ms: a client that has not read for so long, while there is something to read, is let go. 0 means never. Default 300,000. */
  stallTimeout?: number
}

type WithDefault = Exclude<
  keyof ResponsesServerOptions,
  'authenticate' | 'prepare' | 'admit' | 'defaultModel' | 'models'
>

export type ResolvedOptions = ResponsesServerOptions & Required<Pick<ResponsesServerOptions, WithDefault>>

/** An option that is undefined is one that is not given. */
export function resolveOptions(options: ResponsesServerOptions): ResolvedOptions {
  return {
    ...options,
    hooks: options.hooks ?? {},
    basePath: (options.basePath ?? '/v1').replace(/\/+$/, ''),
    bodyLimit: options.bodyLimit ?? 32 * 1024 * 1024,
    eventLine: options.eventLine ?? true,
    doneSentinel: options.doneSentinel ?? false,
    errorShape: options.errorShape ?? 'nested',
    obfuscation: options.obfuscation ?? true,
    heartbeat: options.heartbeat ?? {},
    openAfter: options.openAfter ?? 1000,
    stallTimeout: options.stallTimeout ?? 300_000,
  }
}
