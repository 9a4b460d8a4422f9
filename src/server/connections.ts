import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** The connections of an HTTP server, so that it can close without waiting for those that say nothing. */
export interface Connections {
  /** Closes each connection as soon as it has nothing to answer, which for most is at once. */
  release(): void
}

/**
 * Node's own `closeIdleConnections` leaves connections alone that were opened and never used, and a
 * fetch client opens such a one after each request that it aborts.
 */
export function trackConnections(server: Server): Connections {
  const answering = new Map<Socket, number>()
  let releasing = false

  function change(socket: Socket, by: number): void {
    const count = answering.get(socket)
    if (count === undefined) return
    answering.set(socket, count + by)
    if (releasing && count + by === 0) socket.destroySoon()
  }

  server.on('connection', (socket: Socket) => {
    answering.set(socket, 0)
    socket.once('close', () => answering.delete(socket))
  })
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    change(socket, 1)
    response.once('close', () => change(socket, -1))
  })

  return {
    release() {
      releasing = true
      for (const [socket, count] of answering) if (count === 0) socket.destroySoon()
    },
  }
}
