import type { ResponseCreateParams } from '../events/params.js'
import type { Authenticate, Principal } from './authenticate.js'
import type { Backend } from './backend.js'
import type { ErrorShape } from './error-shape.js'
import type { HeartbeatOptions } from './heartbeat.js'
import type { Store } from '../store/store.js'
import type { ServerHooks } from './hooks.js'

/** Options of background runs. */
export interface BackgroundOptions {
  /** So many run at a time, the others are `queued`. Default 8. */
  maxConcurrentRuns?: number
  /**
   * In ms, for stores that several processes share: after so long without a sign of life of the process that
   * runs it, a run counts as orphaned and is failed with `server_restarted` by another one. Default 30,000.
   */
  lease?: number
  /** In ms: how long a run with `store: false` is kept after its end, for its client to fetch. Default 600,000. */
  retentionWithoutStore?: number
}

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
  /**
   * Where responses and their events are kept. Default: in the memory of this process. A store that is
   * handed in stays open when the server closes, and runs that a dead process has left in it are ended.
   */
  store?: Store
  background?: BackgroundOptions
  /**
   * Accept `background: true` with `store: false`. Such a response is kept like any other while it runs, because
   * there is no other way to get it, and for `background.retentionWithoutStore` after that. Default `false`: 400,
   * as the API does for most of its customers.
   */
  allowBackgroundWithoutStore?: boolean
  /**
   * What cancelling a response answers that has ended in another way: `refuse` (default) is a 400 with code
   * `response_already_terminal`, `return` is a 200 with the response as it is.
   */
  cancelAfterEnd?: 'refuse' | 'return'
  /** Whether a response that is cancelled keeps the output that it had: `keep` (default), or `clear`, as Azure does. */
  outputOnCancel?: 'keep' | 'clear'
  /**
   * Whether a stored foreground response can be retrieved, cancelled and deleted before it has ended. Default `visible`;
   * `hidden` is a 404, as on the API itself.
   */
  foregroundInFlight?: 'visible' | 'hidden'
  /**
   * Send the terminal event once more to a reader whose `starting_after` is the end of a response, or beyond
   * it. Default `false`: the stream is then empty, and clients that know no better wait for an end.
   */
  resendTerminalEvent?: boolean
  /**
   * What becomes of a stored foreground run when its client leaves: `cancel` (default) stops the backend and
   * stores the response as cancelled, `continue` lets it come to its end. A background run always goes on,
   * a run with `store: false` is always stopped.
   */
  disconnect?: 'cancel' | 'continue'
  /**
   * In ms: how long a foreground run with an `Idempotency-Key` goes on after its client has left without
   * any output, so that the same request, sent again, joins it. Default 10,000.
   */
  rejoinAfterLoss?: number
  /** In ms: how long a run may go on after `close()`, before it fails with `server_shutdown`. Default 600,000. */
  drain?: number
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
   * Pad the deltas of foreground streams with random characters, so that an eavesdropper cannot tell tokens by
   * their length. Default `true`. Streams of background runs go without. A request that says otherwise, by
   * `stream_options.include_obfuscation` or, for a stored stream, by the parameter `include_obfuscation`, gets
   * what it asks for; its own copy of each delta is then made for it.
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
  'authenticate' | 'prepare' | 'admit' | 'defaultModel' | 'models' | 'store' | 'background'
>

export type ResolvedOptions = ResponsesServerOptions &
  Required<Pick<ResponsesServerOptions, WithDefault>> & { background: Required<BackgroundOptions> }

/** An option that is undefined is one that is not given. */
export function resolveOptions(options: ResponsesServerOptions): ResolvedOptions {
  return {
    ...options,
    hooks: options.hooks ?? {},
    background: {
      maxConcurrentRuns: options.background?.maxConcurrentRuns ?? 8,
      lease: options.background?.lease ?? 30_000,
      retentionWithoutStore: options.background?.retentionWithoutStore ?? 600_000,
    },
    allowBackgroundWithoutStore: options.allowBackgroundWithoutStore ?? false,
    cancelAfterEnd: options.cancelAfterEnd ?? 'refuse',
    outputOnCancel: options.outputOnCancel ?? 'keep',
    foregroundInFlight: options.foregroundInFlight ?? 'visible',
    resendTerminalEvent: options.resendTerminalEvent ?? false,
    disconnect: options.disconnect ?? 'cancel',
    rejoinAfterLoss: options.rejoinAfterLoss ?? 10_000,
    drain: options.drain ?? 600_000,
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
