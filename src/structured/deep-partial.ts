/**
 * A value that is still arriving, as the model writes it: whatever is missing may still come, and what is optional may
 * be null (strict mode has no other way to leave a property out; the null is gone from the parsed value). An element of
 * a list is there once it has begun.
 */
export type DeepPartial<T> = T extends string | number | boolean | bigint | symbol | null | undefined
  ? T
  : T extends readonly unknown[]
    ? PartialList<T>
    : T extends object
      ? { [Key in keyof T]?: DeepPartial<T[Key]> | (undefined extends T[Key] ? null : never) }
      : T

/** Of a tuple, each place may still be empty. */
type PartialList<T extends readonly unknown[]> = number extends T['length']
  ? DeepPartial<T[number]>[]
  : { [Index in keyof T]?: DeepPartial<T[Index]> }
