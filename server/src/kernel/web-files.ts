import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendRendered, type SentText } from './rendered.ts'

const oneYearSeconds = 31_536_000

/** Headers that apply to documents only, and not to scripts, style sheets or fonts. */
const documentHeaders = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'permissions-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
]

/** A file of any other type is sent as bytes. */
const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
}

/** Files that the build writes for the server start with a dot. Escapes, other folders and names too long for a file match nothing. */
const served = /^\/(?:assets\/)?\w[\w.-]{0,200}$/

const readIfPresent = (path: string): Promise<Buffer | null> =>
  readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'EISDIR') return null
    throw error
  })

const readBuiltFile = async (webDir: string, path: string): Promise<SentText | null> => {
  const extension = extname(path)
  if (extension === '' || !served.test(path)) return null
  const [plain, br] = await Promise.all([path, `${path}.br`].map((name) => readIfPresent(join(webDir, name))))
  if (!plain) return null
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
  const type = types[extension] ?? 'application/octet-stream'
  return { type, etag, plain, ...(br ? { br } : {}) }
}

/**
 * Serves the files of the web build. Most come from memory, because to look one up in a folder of a thousand takes longer
 * than to send it. Every other path is a page (`web-page.ts`).
 */
export const serveFiles = (app: FastifyInstance, webDir: string): void => {
  // Built files have their hash in the name, so one that was read stays right. The others can change.
  const loaded = new Map<string, SentText>()
  const find = async (path: string): Promise<SentText | null> => {
    const known = loaded.get(path)
    if (known) return known
    const file = await readBuiltFile(webDir, path)
    if (file && path.startsWith('/assets/')) loaded.set(path, file)
    return file
  }
  app.get('/*', async (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?')[0] ?? ''
    const file = await find(path)
    if (!file) return reply.callNotFound()
    const forEver = path.startsWith('/assets/')
    void reply.header('cache-control', forEver ? `public, max-age=${oneYearSeconds}, immutable` : 'no-cache')
    // These headers would add a kilobyte to each of thirty small files.
    if (/\.(?:js|css|woff2)$/.test(path)) for (const name of documentHeaders) reply.removeHeader(name)
    return sendRendered(request, reply, file)
  })
}
