import { readFile } from 'node:fs/promises'

/** Reads a recorded `.sse` file as bytes. Rejects as `fs.readFile` does. */
export async function readCapture(path: string): Promise<Uint8Array> {
  return readFile(path)
}
