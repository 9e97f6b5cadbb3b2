import '@fastify/cookie'
import { isUtf8 } from 'node:buffer'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** No call nests deeper than six levels. Recursive code is safe below this limit. */
const deepestNesting = 32

/** Such a body is refused before parsing: a body of brackets only would overflow the stack. */
export class NestedTooDeep extends Error {
  override name = 'NestedTooDeep'
  readonly statusCode = 400
}

/** Bytes that are no text would be stored as other characters than those that were sent. */
class NoText extends Error {
  override name = 'NoText'
  readonly statusCode = 400
}

/** True when the JSON text has more than 32 open brackets at one position. */
export const nestsTooDeep = (json: string): boolean => {
  let depth = 0
  let isInString = false
  for (let at = 0; at < json.length; at += 1) {
    const sign = json[at]
    if (isInString) {
      if (sign === '\\') at += 1
      else if (sign === '"') isInString = false
    } else if (sign === '"') isInString = true
    else if (sign === '{' || sign === '[') {
      depth += 1
      if (depth > deepestNesting) return true
    } else if (sign === '}' || sign === ']') depth -= 1
  }
  return false
}

/** PostgreSQL stores no NUL, and half of a surrogate pair is no character. */
const isStorable = (text: string): boolean => !text.includes('\u0000') && text.isWellFormed()

const holdsUnstorable = (value: unknown): boolean => {
  if (typeof value === 'string') return !isStorable(value)
  if (Array.isArray(value)) return value.some(holdsUnstorable)
  if (value === null || typeof value !== 'object' || ArrayBuffer.isView(value)) return false
  return Object.entries(value).some(([name, each]) => !isStorable(name) || holdsUnstorable(each))
}

/** Fields of path, query and body with text that cannot be stored; a body that is no object is `body`. */
export const unstorableFields = ({
  params,
  query,
  body,
}: Pick<FastifyRequest, 'params' | 'query' | 'body'>) => {
  const fields = [params, query, body].flatMap((part) => {
    if (part === null || typeof part !== 'object' || Array.isArray(part) || ArrayBuffer.isView(part)) {
      return holdsUnstorable(part) ? ['body'] : []
    }
    return Object.entries(part)
      .filter(([name, value]) => !isStorable(name) || holdsUnstorable(value))
      .map(([name]) => (isStorable(name) ? name : 'body'))
  })
  return [...new Set(fields)]
}

/** A malformed cookie counts as absent: it may belong to another site on the same host. */
export const dropUnstorableCookies = (request: FastifyRequest): void => {
  for (const [name, value] of Object.entries(request.cookies)) {
    if (value !== undefined && !isStorable(value)) delete request.cookies[name]
  }
}

/**
 * Bodies that are no JSON are refused with 415. Fastify's own parser for `text/plain` is removed, because a
 * page of another site can send that type without a preflight request.
 */
export const parseJsonOnly = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers()
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (!isUtf8(body)) return done(new NoText('The body is not UTF-8'))
    const text = body.toString()
    if (nestsTooDeep(text)) done(new NestedTooDeep('The body nests too deep'))
    else void parse(request, text, done)
  })
}
