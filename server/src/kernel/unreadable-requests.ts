import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Ids } from './ids.ts'
import type { MessageOf } from './reply.ts'

/** Errors of Node's parser that are more than a request that is no HTTP, with the status of each. */
const known: Readonly<Record<string, { readonly status: number; readonly code: string }>> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, code: 'request_too_slow' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, code: 'body_too_large' },
  HPE_HEADER_OVERFLOW: { status: 431, code: 'headers_too_large' },
}
const malformed = { status: 400, code: 'request_malformed' }

type Deps = {
  readonly ids: Ids
  readonly messageOf: MessageOf
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Answers a request that Node cannot read, in the form of our refusals, and ends its connection. The text is English, because
 * the language is in the headers.
 */
export const answerUnreadable =
  ({ ids, messageOf, headers }: Deps) =>
  (error: Error & { readonly code?: string }, socket: Pick<Socket, 'writable' | 'end' | 'destroy'>): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy(error)
    const { status, code } = known[error.code ?? ''] ?? malformed
    const requestId = ids.next()
    const message = messageOf('en', `refusals.${code}`)
    const body = JSON.stringify({ success: false, code, message, requestId })
    const lines = {
      ...headers,
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'x-request-id': requestId,
      connection: 'close',
    }
    const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n${body}`)
  }
