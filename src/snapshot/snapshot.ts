import type { Response } from '../events/response.js'

/** `T` with every field of every depth read-only. */
export type DeepReadonly<T> = T extends (infer Element)[]
  ? readonly DeepReadonly<Element>[]
  : T extends object
    ? { readonly [Field in keyof T]: DeepReadonly<T[Field]> }
    : T

/**
 * The response as far as its events tell, with `output_text`. One you hold never changes: the next
 * event makes a new one, which shares with it whatever stayed the same.
 */
export type Snapshot = DeepReadonly<Response>
