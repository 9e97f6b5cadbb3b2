import { pipeline } from 'node:stream/promises'
import type { Endpoint, InputOf } from '@cardamom/contract/endpoint'
import type { FastifyReply } from 'fastify'
import { accepted, refused, type AcceptedAnswer, type Answer, type RefusedAnswer } from './answer.ts'
import type { Database, Scope } from './database.ts'
import type { Queries } from './queries.ts'
import { FileChanged } from './file-pages.ts'
import { isLeaving, watchReader, watchStall } from './file-reader.ts'
import { createFileSlots } from './file-slots.ts'
import type { Log } from './log.ts'
import type { Language, SessionPrincipal } from './principal.ts'
import { createSpool, type SpooledFile } from './spool.ts'

/** Content of a file, piece by piece. */
export type FileOut = {
  readonly name: string
  readonly type: string
  readonly pieces: AsyncIterable<string | Uint8Array>
}

/** Who a file is for, and what it is made from. */
export type FileFacts<I> = {
  /** Each statement runs in its own transaction, so a file of many pages holds no connection between them. */
  readonly sql: Queries
  /** Whose rows the file may hold. */
  readonly scope: Scope
  readonly me: Pick<SessionPrincipal, 'userId' | 'companyId' | 'may'>
  readonly input: I
  readonly lang: Language
  readonly now: Date
}

/** The refusal when there is no file. */
export type FileRefusal = 'record_not_found' | 'unavailable' | 'rate_limited'

type FileMaker<I> = (facts: FileFacts<I>) => Promise<Answer<FileOut, 'record_not_found' | 'unavailable'>>

/** A one-time address checks neither tag nor step-up, so a call that needs one cannot be a file call. */
type FileEndpoint = Endpoint & { readonly who: 'signed-in'; readonly stepUp?: undefined }

type FileCall<I> = {
  readonly path: string
  /** Checks who may have the file, again when it is fetched. */
  readonly who: Endpoint['who']
  readonly alsoTag?: NonNullable<Endpoint['alsoTag']>
  readonly input?: Endpoint['input']
  readonly make: FileMaker<I>
  /** Largest number that one copy of the server makes at the same time. */
  readonly beingMade: number
}

/** The request of a file, its reply, and the data that the file is made from. */
type FileRequest<I> = {
  readonly reply: FastifyReply
  readonly requestId: string
  readonly scope: Scope
  readonly facts: Omit<FileFacts<I>, 'sql' | 'scope'>
}

type SendResult = AcceptedAnswer<null> | RefusedAnswer<FileRefusal>

/** The files that are sent as attachments; a browser fetches them over a one-time address. */
export type Downloads = {
  /**
   * @param beingMade limit for this call's files made at the same time, if lower than the limit for all calls
   */
  readonly add: <E extends FileEndpoint>(
    declared: E,
    make: FileMaker<InputOf<E>>,
    beingMade?: number,
  ) => FileCall<InputOf<E>>
  /** The same for a file whose address is created by its own call, which checked who may have the file. */
  readonly addChecked: <I>(file: Omit<FileCall<I>, 'beingMade'>) => void
  /** By the path of their call. */
  readonly find: (path: string) => FileCall<never> | undefined
  /**
   * Makes a file outside of transactions and sends it when it is complete. A slow reader holds no connection.
   * A file whose pieces end in `FileChanged` is made again a few times, then refused as unavailable.
   */
  readonly send: <I>(call: FileCall<I>, request: FileRequest<I>) => Promise<SendResult>
}

/** Limits of the resources that files may use. */
export type FileLimits = {
  readonly perPerson: number
  readonly inAll: number
  /** Files made at the same time; each reads its pages until it is complete. */
  readonly beingMade: number
  readonly largestBytes: number
  /** How long a reader may leave a file unread before the connection is closed. */
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
/** How often a file with changing rows is made again. */
const mostTries = 3

const sendSpooled = async (of: {
  reply: FastifyReply
  file: FileOut
  spooled: SpooledFile
  stallMs: number
  gone: AbortSignal
}): Promise<void> => {
  const { reply, file, spooled, stallMs, gone } = of
  reply.hijack()
  for (const [header, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(header, value)
  }
  reply.raw.writeHead(200, {
    'content-type': file.type,
    'content-length': spooled.bytes,
    'content-disposition': `attachment; filename="${file.name}"`,
  })
  const { socket } = reply.request.raw
  const stall = watchStall(stallMs, () => socket.destroy())
  const source = spooled.handle.createReadStream({ start: 0, autoClose: false })
  try {
    await pipeline(source, stall.watch, reply.raw, { signal: gone })
  } finally {
    stall.stop()
  }
}

const busy = (code: 'unavailable' | 'rate_limited') => refused(code, { data: { retryAfterSeconds } })

export const createDownloads = (deps: {
  db: Database
  log: Log
  limits?: Partial<FileLimits>
}): Downloads => {
  const { db, log } = deps
  const limits = { ...usualLimits, ...deps.limits }
  const calls = new Map<string, FileCall<never>>()
  const slots = createFileSlots(limits)
  const spool = createSpool(limits.largestBytes)
  /** Number of files being made, by the path of their call. */
  const made = new Map<string, number>()
  const madeOf = (path: string) => made.get(path) ?? 0
  const madeInAll = () => [...made.values()].reduce((sum, each) => sum + each, 0)

  const makeOnce = async <I>(
    { make }: FileCall<I>,
    { scope, facts, gone }: FileRequest<I> & { gone: AbortSignal },
  ) => {
    const file = await make({ ...facts, scope, sql: db.reader(scope, gone) })
    if (!file.accepted) return file
    return { file: file.value, spooled: await spool(file.value.pieces, gone) }
  }
  const makeWhole = async <I>(call: FileCall<I>, request: FileRequest<I> & { gone: AbortSignal }) => {
    made.set(call.path, madeOf(call.path) + 1)
    try {
      for (let tries = 1; tries <= mostTries; tries += 1) {
        try {
          return await makeOnce(call, request)
        } catch (error) {
          if (!(error instanceof FileChanged)) throw error
        }
      }
      return busy('unavailable')
    } catch (error) {
      if (error === request.gone.reason) return 'unread'
      throw error
    } finally {
      made.set(call.path, madeOf(call.path) - 1)
    }
  }
  const sendWhole = async (of: {
    file: FileOut
    spooled: SpooledFile
    reply: FastifyReply
    requestId: string
    gone: AbortSignal
  }) => {
    const { requestId, spooled } = of
    try {
      await sendSpooled({ ...of, stallMs: limits.stallMs })
    } catch (error) {
      if (isLeaving(error)) log.info('A file was not read to its end', { requestId })
      else log.error('A file was not finished', error, { requestId })
    } finally {
      await spooled.handle.close()
    }
  }
  return {
    add: ({ path, input, who }, make, beingMade = limits.beingMade) => {
      const call = { path, who, ...(input ? { input } : {}), make, beingMade }
      calls.set(path, call as FileCall<never>)
      return call
    },
    addChecked: (file) =>
      void calls.set(file.path, { ...file, beingMade: limits.beingMade } as FileCall<never>),
    find: (path) => calls.get(path),
    // There is no `await` between a check and its count, so simultaneous requests are counted one by one.
    send: async (call, request) => {
      const isFull = madeInAll() >= limits.beingMade || madeOf(call.path) >= call.beingMade
      if (isFull) return busy('unavailable')
      const release = slots.acquire(request.facts.me.userId)
      if (typeof release === 'string') return busy(release === 'person' ? 'rate_limited' : 'unavailable')
      const { requestId, reply } = request
      const { gone, stop } = watchReader(reply)
      try {
        const whole = await makeWhole(call, { ...request, gone })
        if (whole === 'unread')
          log.info('A file was not made: its reader closed the connection', { requestId })
        else if ('accepted' in whole) return whole
        else await sendWhole({ ...whole, reply, requestId, gone })
        if (!reply.sent) reply.hijack()
        return accepted(null)
      } finally {
        stop()
        release()
      }
    },
  }
}
