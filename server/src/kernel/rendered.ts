import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A document ready to send: made and compressed once. */
export type RenderedText = {
  readonly type: string
  readonly etag: string
  readonly plain: Buffer
  readonly br: Buffer
  readonly gzip: Buffer
}

const brotliQuality = 5

export const render = (text: string, type: string): RenderedText => {
  const plain = Buffer.from(text)
  const params = { [constants.BROTLI_PARAM_QUALITY]: brotliQuality }
  return {
    type,
    // The ETag is weak: all encodings share it.
    etag: `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
    plain,
    br: brotliCompressSync(plain, { params }),
    gzip: gzipSync(plain),
  }
}

const accepts = (request: FastifyRequest, encoding: string): boolean =>
  String(request.headers['accept-encoding'] ?? '')
    .split(',')
    .some((each) => each.trim().startsWith(encoding) && !/;\s*q=0(?:\.0*)?$/.test(each))

/** Without a compressed form, the server compresses the text as any other answer. */
export type SentText = Omit<RenderedText, 'br' | 'gzip'> & Partial<Pick<RenderedText, 'br' | 'gzip'>>

/** Sends it, or 304 to a browser that has it. */
export const sendRendered = (
  request: FastifyRequest,
  reply: FastifyReply,
  { type, etag, plain, br, gzip }: SentText,
): FastifyReply => {
  const vary = reply.getHeader('vary')
  void reply
    .header('etag', etag)
    .header('vary', vary ? `${String(vary)}, accept-encoding` : 'accept-encoding')
  const known = request.headers['if-none-match']?.split(',').map((each) => each.trim())
  if (reply.statusCode === 200 && known?.includes(etag)) return reply.code(304).send()
  void reply.type(type)
  if (br && accepts(request, 'br')) return reply.header('content-encoding', 'br').send(br)
  if (gzip && accepts(request, 'gzip')) return reply.header('content-encoding', 'gzip').send(gzip)
  return reply.send(plain)
}
