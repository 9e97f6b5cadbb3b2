import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Endpoint, InputOf } from '@cardamom/contract/endpoint'
import type { FastifyReply } from 'fastify'
import type { Answer } from './answer.ts'
import type { Queries } from './database.ts'
import type { Log } from './log.ts'
import type { Language } from './principal.ts'

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

type Make<I> = (facts: FileFacts<I>) => Promise<Answer<FileOut, 'record_not_found' | 'unavailable'>>

type FileCall = Pick<Endpoint, 'input' | 'who'> & { readonly make: Make<never> }

/** The files that can be fetched over a one-time address, by the path of their call. */
export type Downloads = {
  readonly add: <E extends Endpoint>(declared: E, make: Make<InputOf<E>>) => void
  readonly find: (path: string) => FileCall | undefined
}

export const createDownloads = (): Downloads => {
  const calls = new Map<string, FileCall>()
  return {
    add: ({ path, input, who }, make) =>
      void calls.set(path, { ...(input ? { input } : {}), who, make: make as Make<never> }),
    find: (path) => calls.get(path),
  }
}

/**
 * Sends a file as an attachment, inside the read transaction that it is made from. Who goes away in the middle has no
 * more than the part that was read.
 */
export const sendFile = async (
  reply: FastifyReply,
  file: FileOut,
  about: { readonly log: Log; readonly requestId: string },
): Promise<void> => {
  reply.hijack()
  for (const [header, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(header, value)
  }
  reply.raw.writeHead(200, {
    'content-type': file.type,
    'content-disposition': `attachment; filename="${file.name}"`,
  })
  await pipeline(Readable.from(file.pieces), reply.raw).catch((error: unknown) =>
    about.log.error('A file was not finished', error, { requestId: about.requestId }),
  )
}
