import { Socket } from 'node:net'
import { Transform } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** Ends a stream that has been idle for this time. */
export const watchStall = (stallMs: number, end: () => void) => {
  let timer = setTimeout(end, stallMs)
  const watch = new Transform({
    transform: (chunk, _encoding, done) => {
      clearTimeout(timer)
      timer = setTimeout(end, stallMs)
      done(null, chunk)
    },
  })
  return { watch, stop: () => clearTimeout(timer) }
}

/**
 * Notices when a reader leaves. It listens to the connection, because an answer that is queued behind another
 * one gets no event. Until `stop` the connection has no limit of silence: a large file is made for minutes, and
 * `watchStall` watches its sending.
 */
export const watchReader = ({ request: { raw } }: FastifyReply) => {
  const { socket } = raw
  const silenceMs = socket.timeout ?? 0
  // A request that a test injects has no connection.
  const limitSilence = (ms: number) => socket instanceof Socket && socket.setTimeout(ms)
  limitSilence(0)
  const gone = new AbortController()
  const leave = () => gone.abort()
  if (socket.destroyed) leave()
  else socket.once('close', leave)
  const stop = () => {
    socket.off('close', leave)
    limitSilence(silenceMs)
  }
  return { gone: gone.signal, stop }
}

const leavingCodes: ReadonlySet<unknown> = new Set([
  'ABORT_ERR',
  'ECONNRESET',
  'EPIPE',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_PREMATURE_CLOSE',
  'ERR_STREAM_UNABLE_TO_PIPE',
])

/** Whether a file could not be sent because its reader has left. */
export const isLeaving = (error: unknown): boolean => leavingCodes.has((error as { code?: unknown }).code)
