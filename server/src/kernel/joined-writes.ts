import type { Duplex } from 'node:stream'

/** Holds back what is written to a socket and sends it as one piece. */
export type JoinedWrites = {
  /** From now on writes are held back. */
  readonly hold: () => void
  /** Sends what was held back; writes leave at once again. */
  readonly send: () => void
}

/**
 * Joins the messages that a driver writes one by one: each write costs a buffer, a callback and a part of the system call.
 * A write that wants to know its end sends what was held back before it, so the order stays.
 */
export const joinWrites = (socket: Duplex): JoinedWrites => {
  const write = socket.write.bind(socket) as (...chunk: unknown[]) => boolean
  let held: Uint8Array[] | null = null
  const send = () => {
    const pieces = held
    held = null
    if (pieces && pieces.length > 0) write(pieces.length === 1 ? pieces[0] : Buffer.concat(pieces))
  }
  socket.write = (...chunk: unknown[]) => {
    const [piece, then] = chunk
    if (held && then === undefined && piece instanceof Uint8Array) {
      held.push(piece)
      return true
    }
    send()
    return write(...chunk)
  }
  return { hold: () => (held ??= []), send }
}
