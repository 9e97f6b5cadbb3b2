import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { extname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/** Nothing from elsewhere, nothing inline, in nobody's frame. */
const pageHeaders: Readonly<Record<string, string>> = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; connect-src 'self'; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'no-cache',
}

/** Serves files of `page/` under the paths given, and the font where it is installed (else the system's is used). */
export const mountPageFiles = (app: FastifyInstance, paths: Readonly<Record<string, string>>): void => {
  for (const [path, file] of Object.entries(paths)) {
    const body = readFileSync(join(import.meta.dirname, 'page', file))
    app.get(path, async (_request, reply) =>
      reply
        .headers(pageHeaders)
        .type(types[extname(file)] ?? 'application/octet-stream')
        .send(body),
    )
  }
  const font = installedFont()
  if (!font) return
  app.get('/page/inter.woff2', async (_request, reply) =>
    reply
      .headers({ ...pageHeaders, 'cache-control': 'max-age=86400' })
      .type('font/woff2')
      .send(font),
  )
}

const installedFont = (): Buffer | null => {
  const name = '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'
  try {
    return readFileSync(createRequire(import.meta.url).resolve(name))
  } catch {
    return null
  }
}
