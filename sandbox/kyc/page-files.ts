import { readFileSync, readdirSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { mountKit, pageTypes } from '../kernel/page-files.ts'
import type { Parts } from './settling.ts'

/**
 * Nothing from other origins and nothing inline; only the product may frame it; only this page may use the
 * camera.
 */
export const pageHeaders = (frameAncestors: string): Record<string, string> => ({
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' blob:; " +
    "media-src 'self' blob:; connect-src 'self'; base-uri 'none'; form-action 'self'; object-src 'none'; " +
    `frame-ancestors ${frameAncestors}; require-trusted-types-for 'script'; trusted-types 'none'`,
  'permissions-policy': 'camera=(self), microphone=(), geolocation=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-cache',
})

/** Links to the style sheets, in their order. */
export const styleLinks = [
  '/kernel/page/base.css',
  ...['theme', 'parts', 'capture', 'forms', 'frames', 'ends', 'desktop', 'samples'].map(
    (name) => `/page/${name}.css`,
  ),
]
  .map((path) => `<link rel="stylesheet" href="${path}">`)
  .join('\n')

/** The frame of a page. Its script fills `main`, which has a message for browsers without scripts. */
export const pageHtml = (page: { lang: string; title: string; script: string; noScript: string }): string =>
  `<!doctype html>
<html lang="${page.lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#f8f8f6" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#0e1411" media="(prefers-color-scheme: dark)">
<title>${page.title}</title>
<link rel="icon" href="/page/icon.svg" type="image/svg+xml">
<link rel="preload" href="/kernel/page/inter.woff2" as="font" type="font/woff2" crossorigin>
${styleLinks}
<script type="module" src="/page/${page.script}"></script>
</head>
<body><div id="root"><noscript><main class="plain"><h1>${page.title}</h1><p>${page.noScript}</p></main>
  </noscript></div></body>
</html>
`

const titles = { en: 'Identity check', es: 'Verificación de identidad' }
const noScripts = {
  en: 'This page needs JavaScript. Turn it on and load the page again.',
  es: 'Esta página necesita JavaScript. Actívalo y vuelve a cargarla.',
}

const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32"
  rx="8" fill="#176548"/>
<path d="M16 6l8 3v6c0 6-3.5 9.5-8 11-4.5-1.5-8-5-8-11V9z" fill="none" stroke="#fff" stroke-width="2.2"
  stroke-linejoin="round"/>
<path d="M12.5 16l2.5 2.5 5-5" fill="none" stroke="#fff" stroke-width="2.2"
  stroke-linecap="round" stroke-linejoin="round"/></svg>`

/** The capture page and the files of `page/`, read once at the start. */
export const mountPageFiles = (app: FastifyInstance, parts: Parts, frameAncestors: string): void => {
  const folder = join(import.meta.dirname, 'page')
  const headers = pageHeaders(frameAncestors)
  const serve = (path: string, type: string, body: Buffer | string) =>
    app.get(path, async (_request, reply) => reply.headers(headers).type(type).send(body))
  for (const name of readdirSync(folder)) {
    const type = pageTypes[extname(name)]
    if (type) serve(`/page/${name}`, type, readFileSync(join(folder, name)))
  }
  serve('/page/icon.svg', 'image/svg+xml', icon)
  mountKit(app, { under: '/kernel/page', headers })
  app.get<{ Params: { token: string } }>('/v/:token', async (request, reply) => {
    const session = parts.records.sessionByToken(request.params.token)
    const lang = session?.lang ?? 'en'
    return reply
      .headers({ ...headers, 'cache-control': 'no-store' })
      .code(session ? 200 : 404)
      .type('text/html; charset=utf-8')
      .send(pageHtml({ lang, title: titles[lang], script: 'capture.js', noScript: noScripts[lang] }))
  })
}
