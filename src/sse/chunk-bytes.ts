import { incompleteTailLength } from './utf8.js'

const noBytes = new Uint8Array()

/** Cuts the chunks of a byte stream between characters: the incomplete end of one goes to the front of the next. */
export class ChunkBytes {
  #tail: Uint8Array = noBytes

  get isEmpty(): boolean {
    return this.#tail.length === 0
  }

  next(chunk: Uint8Array): Uint8Array {
    const bytes = this.#tail.length === 0 ? chunk : concat(this.#tail, chunk)
    const tailLength = incompleteTailLength(bytes)
    if (tailLength === 0) {
      this.#tail = noBytes
      return bytes
    }
    const whole = bytes.length - tailLength
    // A copy: the owner of the chunk may reuse its memory after this call.
    this.#tail = new Uint8Array(bytes.subarray(whole))
    return bytes.subarray(0, whole)
  }

  /** What nothing will complete any more. */
  rest(): Uint8Array {
    const tail = this.#tail
    this.#tail = noBytes
    return tail
  }
}

function concat(head: Uint8Array, rest: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(head.length + rest.length)
  bytes.set(head)
  bytes.set(rest, head.length)
  return bytes
}
