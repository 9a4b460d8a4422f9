import type { LogSlice } from '../../store/event-logs.js'
import type { Store } from '../../store/store.js'
import { chunkSize } from './log-reader.js'

/** A reader who has everything so far, and waits for more. */
export interface HubMember {
  /** The number of the last event that it has. */
  readonly cursor: number
  /** Takes the next events. */
  take(slice: LogSlice): void
  /** The log has ended, or can no longer be followed. */
  dismiss(): void
}

/** Follows logs for many readers at once. */
export interface LogHub {
  /** False when the hub has read on already: the reader catches up first. */
  join(id: string, member: HubMember): boolean
  leave(id: string, member: HubMember): void
}

interface Room {
  cursor: number
  readonly members: Set<HubMember>
  readonly slices: AsyncIterableIterator<LogSlice, void>
}

const hubs = new WeakMap<Store, LogHub>()

/** One for each store: all readers of a log in this process cost one follower of it, and one turn of the loop a batch. */
export function hubOf(store: Store): LogHub {
  const hub = hubs.get(store) ?? createLogHub(store)
  hubs.set(store, hub)
  return hub
}

function createLogHub(store: Store): LogHub {
  const rooms = new Map<string, Room>()

  function open(id: string, cursor: number): Room {
    const slices = store.logs.follow(id, cursor, { maxBytes: chunkSize })
    const room: Room = { cursor, members: new Set(), slices }
    rooms.set(id, room)
    void follow(id, room)
    return room
  }

  async function follow(id: string, room: Room): Promise<void> {
    try {
      for await (const slice of room.slices) {
        room.cursor = slice.first + slice.events.length - 1
        for (const member of room.members) hand(member, slice)
      }
    } catch {
      // Whoever asks for the log again, as each member does now, is told why.
    }
    close(id, room)
  }

  function close(id: string, room: Room): void {
    if (rooms.get(id) === room) rooms.delete(id)
    for (const member of room.members) member.dismiss()
    room.members.clear()
  }

  return {
    join(id, member) {
      const room = rooms.get(id) ?? open(id, member.cursor)
      if (member.cursor < room.cursor) return false
      room.members.add(member)
      return true
    },
    leave(id, member) {
      const room = rooms.get(id)
      if (room?.members.delete(member) !== true || room.members.size > 0) return
      rooms.delete(id)
      void room.slices.return?.()?.catch(() => undefined)
    },
  }
}

/** Who joined while the hub was still reading has the beginning already. */
function hand(member: HubMember, slice: LogSlice): void {
  const known = member.cursor + 1 - slice.first
  if (known <= 0) member.take(slice)
  else if (known < slice.events.length)
    member.take({ ...slice, first: member.cursor + 1, events: slice.events.slice(known) })
}
