import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Endpoint, InputOf } from '@cardamom/contract/endpoint'
import type { FastifyReply } from 'fastify'
import { accepted, refused, type Accepted, type Answer, type Refused } from './answer.ts'
import type { Database, Queries, Scope } from './database.ts'
import { createFileSlots } from './file-slots.ts'
import type { Log } from './log.ts'
import type { Language } from './principal.ts'
import { createSpool, type Spooled } from './spool.ts'

/** A file as it is made, piece by piece. */
export type FileOut = {
  readonly name: string
  readonly type: string
  readonly pieces: AsyncIterable<string | Uint8Array>
}

/** Who a file is for, and what it is made from. */
export type FileFacts<I> = {
  readonly sql: Queries
  readonly me: { readonly userId: string; readonly companyId: string }
  readonly input: I
  readonly lang: Language
  readonly now: Date
}

/** Why there is no file. */
export type FileRefusal = 'record_not_found' | 'unavailable' | 'rate_limited'

type Make<I> = (facts: FileFacts<I>) => Promise<Answer<FileOut, 'record_not_found' | 'unavailable'>>

type FileCall = Pick<Endpoint, 'input' | 'who'> & { readonly make: Make<never> }

type Sent = Accepted<null> | Refused<FileRefusal>

/** The files that are sent as attachments; a browser fetches them over a one-time address. */
export type Downloads = {
  readonly add: <E extends Endpoint>(declared: E, make: Make<InputOf<E>>) => void
  /** By the path of their call. */
  readonly find: (path: string) => FileCall | undefined
  /**
   * Makes a file from one snapshot of the database, and sends it when it is whole and the transaction is over. A reader
   * who is slow, or does not read at all, holds no connection.
   */
  readonly send: (of: {
    readonly reply: FastifyReply
    readonly requestId: string
    readonly scope: Scope
    readonly userId: string
    readonly make: (sql: Queries) => ReturnType<Make<never>>
  }) => Promise<Sent>
}

/** What files may take of a server. */
export type FileLimits = {
  readonly perPerson: number
  readonly inAll: number
  /** Made at the same time: each takes a database connection until it is whole. */
  readonly beingMade: number
  readonly largestBytes: number
  /** How long a reader may leave a file unread before it is cut off. */
  readonly stallMs: number
}

const usualLimits: FileLimits = {
  perPerson: 3,
  inAll: 60,
  beingMade: 4,
  largestBytes: 268_435_456,
  stallMs: 30_000,
}
const retryAfterSeconds = 5

/** Ends a stream through which nothing has passed for so long. */
const watchStall = (stallMs: number, end: () => void) => {
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

const sendSpooled = async (
  reply: FastifyReply,
  { file, spooled, stallMs }: { file: FileOut; spooled: Spooled; stallMs: number },
): Promise<void> => {
  reply.hijack()
  for (const [header, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(header, value)
  }
  reply.raw.writeHead(200, {
    'content-type': file.type,
    'content-length': spooled.bytes,
    'content-disposition': `attachment; filename="${file.name}"`,
  })
  // An answer that waits behind others on its connection is not told when the connection closes.
  const ended = new AbortController()
  const { socket } = reply.request.raw
  const end = () => ended.abort()
  socket.once('close', end)
  const stall = watchStall(stallMs, () => {
    end()
    socket.destroy()
  })
  const source = spooled.handle.createReadStream({ start: 0, autoClose: false })
  try {
    await pipeline(source, stall.watch, reply.raw, { signal: ended.signal })
  } finally {
    stall.stop()
    socket.off('close', end)
  }
}

export const createDownloads = (deps: {
  db: Database
  log: Log
  limits?: Partial<FileLimits>
}): Downloads => {
  const { db, log } = deps
  const limits = { ...usualLimits, ...deps.limits }
  const calls = new Map<string, FileCall>()
  const slots = createFileSlots(limits)
  const spool = createSpool(limits.largestBytes)
  let made = 0

  const makeWhole = async (scope: Scope, make: (sql: Queries) => ReturnType<Make<never>>) => {
    made += 1
    try {
      return await db.readSnapshot(scope, async (sql) => {
        const file = await make(sql)
        return file.accepted ? { file: file.value, spooled: await spool(file.value.pieces) } : file
      })
    } finally {
      made -= 1
    }
  }
  const busy = (code: 'unavailable' | 'rate_limited') => refused(code, { data: { retryAfterSeconds } })
  return {
    add: ({ path, input, who }, make) =>
      void calls.set(path, { ...(input ? { input } : {}), who, make: make as Make<never> }),
    find: (path) => calls.get(path),
    send: async ({ reply, requestId, scope, userId, make }) => {
      if (made >= limits.beingMade) return busy('unavailable')
      const giveBack = slots.take(userId)
      if (typeof giveBack === 'string') return busy(giveBack === 'person' ? 'rate_limited' : 'unavailable')
      try {
        const whole = await makeWhole(scope, make)
        if ('accepted' in whole) return whole
        try {
          await sendSpooled(reply, { ...whole, stallMs: limits.stallMs })
        } catch (error) {
          log.error('A file was not finished', error, { requestId })
        } finally {
          await whole.spooled.handle.close()
        }
        return accepted(null)
      } finally {
        giveBack()
      }
    },
  }
}
