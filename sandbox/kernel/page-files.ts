import { readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'

/** Content types of the pages' files, by the end of the name. */
export const pageTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** The product's typeface, from its npm package. */
export const interFont = (): Buffer =>
  readFileSync(new URL(import.meta.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2')))

const shared = ['dom.js', 'texts.js', 'base.css', 'leaf.svg']

/** A file that all pages share, by its name. */
const sharedFile = (name: string): Buffer => readFileSync(join(import.meta.dirname, 'page', name))

/** The shared style sheet as text, for a page whose styles are inline. `font` is the path of the typeface. */
export const sharedStyle = (font: string): string =>
  sharedFile('base.css').toString().replace("'inter.woff2'", `'${font}'`)

/**
 * Serves the shared files of all pages: the element maker, texts, colours, icon and typeface.
 * @param of.under path of the files, such as `/kernel/page`
 */
export const mountKit = (
  app: FastifyInstance,
  of: { under: string; headers: Readonly<Record<string, string>> },
): void => {
  const serve = (name: string, body: Buffer, headers = of.headers) =>
    app.get(`${of.under}/${name}`, async (_request, reply) =>
      reply
        .headers(headers)
        .type(pageTypes[extname(name)] ?? 'font/woff2')
        .send(body),
    )
  for (const name of shared) serve(name, sharedFile(name))
  serve('inter.woff2', interFont(), { ...of.headers, 'cache-control': 'max-age=86400' })
}

/** Allows no other origin, no inline code and no framing; `frame-src` is for pages that have frames. */
export const ownPageHeaders = (frameSrc: "'none'" | "'self'"): Readonly<Record<string, string>> => ({
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; connect-src 'self'; " +
    `frame-src ${frameSrc}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; ` +
    "require-trusted-types-for 'script'; trusted-types 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'no-cache',
})

/**
 * Serves files under their paths, read once at the start, and the shared files under `/kernel/page/`.
 * @param of.folder folder of the files
 * @param of.paths file names by path
 * @param of.headers of every answer
 */
export const mountPageFiles = (
  app: FastifyInstance,
  of: {
    folder: string
    paths: Readonly<Record<string, string>>
    headers: Readonly<Record<string, string>>
  },
): void => {
  const serve = (path: string, file: string) => {
    const body = readFileSync(file)
    const type = pageTypes[extname(file)] ?? 'application/octet-stream'
    app.get(path, async (_request, reply) => reply.headers(of.headers).type(type).send(body))
  }
  for (const [path, name] of Object.entries(of.paths)) serve(path, join(of.folder, name))
  mountKit(app, { under: '/kernel/page', headers: of.headers })
}
