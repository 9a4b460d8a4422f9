import { createResumableStreamContext } from 'resumable-stream/generic'

/** Publish and subscribe in the memory of this process, where others would have Redis. */
function createPubSub() {
  /** @type {Map<string, ((message: string) => void)[]>} */
  const subscribers = new Map()
  /** @type {Map<string, string | number>} */
  const values = new Map()
  return {
    subscriber: {
      async connect() {},
      async subscribe(channel, callback) {
        subscribers.set(channel, [...(subscribers.get(channel) ?? []), callback])
        return 1
      },
      async unsubscribe(channel) {
        subscribers.delete(channel)
      },
    },
    publisher: {
      async connect() {},
      async publish(channel, message) {
        const called = subscribers.get(channel) ?? []
        for (const callback of called) callback(message)
        return called.length
      },
      async set(key, value) {
        values.set(key, value)
        return 'OK'
      },
      get: async (key) => values.get(key) ?? null,
      async incr(key) {
        const value = Number(values.get(key) ?? 0) + 1
        values.set(key, value)
        return value
      },
    },
  }
}

export function createResumableStreams() {
  return createResumableStreamContext({ waitUntil: null, ...createPubSub() })
}
