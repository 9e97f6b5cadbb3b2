import { join } from 'node:path'
import serveStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

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

/** Serves the files of the web build; every other path is a page (`web-page.ts`). */
export const serveFiles = async (app: FastifyInstance, webDir: string): Promise<void> => {
  await app.register(serveStatic, {
    root: webDir,
    index: false,
    preCompressed: true,
    // Files that the build writes for the server start with a dot.
    dotfiles: 'ignore',
    setHeaders: (reply, path) => {
      // Built files have their hash in the name; the page and the worker do not.
      const forEver = path.includes(`${join('/', 'assets', '/')}`)
      void reply.header(
        'cache-control',
        forEver ? `public, max-age=${oneYearSeconds}, immutable` : 'no-cache',
      )
      // These headers would add a kilobyte to each of thirty small files.
      if (/\.(?:js|css|woff2)$/.test(path)) for (const name of documentHeaders) reply.removeHeader(name)
    },
  })
}
