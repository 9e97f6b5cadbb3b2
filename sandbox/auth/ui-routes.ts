import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { mountKit, pageTypes } from '../kernel/page-files.ts'
import { findAction } from './actions.ts'
import { enrolled, type Authenticator } from './authenticators.ts'
import { needCaller } from './client-auth.ts'
import { methods, present, type Parts } from './parts.ts'
import { findUser } from './users.ts'

/** Nothing from other origins and nothing inline; only the tenant's own pages may frame it. */
const pageHeaders = (frameAncestors: string): Record<string, string> => ({
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; " +
    "connect-src 'self'; base-uri 'none'; form-action 'none'; object-src 'none'; " +
    `frame-ancestors ${frameAncestors}; require-trusted-types-for 'script'; trusted-types 'none'`,
  'permissions-policy': 'publickey-credentials-get=(self), publickey-credentials-create=(self), camera=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-cache',
})

const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8"
  fill="#176548"/><path d="M16 6l8 3v6c0 6-3.5 9.5-8 11-4.5-1.5-8-5-8-11V9z" fill="none" stroke="#fff"
  stroke-width="2.2" stroke-linejoin="round"/><path d="M12.5 16l2.5 2.5 5-5" fill="none" stroke="#fff"
  stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round"/></svg>`

const escapeAttribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

const pageHtml = (script: string, product: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>Confirm it is you</title>
<link rel="icon" href="page/icon.svg" type="image/svg+xml">
<link rel="preload" href="page/kernel/inter.woff2" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="page/kernel/base.css">
<link rel="stylesheet" href="page/theme.css">
<link rel="stylesheet" href="page/parts.css">
<script type="module" src="page/${script}"></script>
</head>
<body><div id="root" data-product="${escapeAttribute(product)}"><noscript><main><h1>Confirm it is you · Confirma que eres tú</h1>
<p>This page needs JavaScript. · Esta página necesita JavaScript.</p></main></noscript></div></body>
</html>
`

/** Hides most of an address: its owner recognises it, and no other person can read it. */
const hint = ({ email, phone_number: phone }: Authenticator): string | undefined => {
  if (phone !== null) return `•••• ${phone.slice(-4)}`
  return email?.replace(/^(.)[^@]*/, '$1••••')
}

/** The facts about its token's action that the page shows. */
const mountState = (v1: FastifyInstance, parts: Parts): void => {
  v1.get('/ui/state', async (request) => {
    const caller = await needCaller(parts, request)
    const action = findAction(parts, caller)
    const user = findUser(parts, caller.userId)
    const have = enrolled(parts, caller.userId)
    return present({
      actionCode: caller.actionCode,
      product: parts.tenant.rpName,
      redirectUrl: action?.redirect_url,
      locale: action?.locale ?? user?.locale,
      email: have.length === 0 ? user?.email : undefined,
      allowed: methods,
      enrolled: methods.flatMap((method) => {
        const found = have.find((each) => each.method === method)
        return found ? [present({ method, hint: hint(found) })] : []
      }),
    })
  })
}

/** The pre-built page (redirect, popup, window) and the page behind a magic link, read once at the start. */
export const mountPages = (v1: FastifyInstance, parts: Parts): void => {
  const headers = pageHeaders(parts.tenant.frameAncestors)
  const serve = (path: string, type: string, body: Buffer | string) =>
    v1.get(path, async (_request, reply) => reply.headers(headers).type(type).send(body))
  const folder = join(import.meta.dirname, 'page')
  for (const name of readdirSync(folder)) {
    const type = pageTypes[extname(name)]
    if (!type) continue
    // A browser cannot import packages, so the used package and the shared files are served with the scripts.
    const text = readFileSync(join(folder, name), 'utf8')
      .replace("from 'uqr'", "from './uqr.js'")
      .replaceAll('../../kernel/page/', './kernel/')
    serve(`/ui/page/${name}`, type, text)
  }
  serve('/ui/page/uqr.js', pageTypes['.js'] ?? '', readFileSync(new URL(import.meta.resolve('uqr'))))
  mountKit(v1, { under: '/ui/page/kernel', headers })
  serve('/ui/page/icon.svg', 'image/svg+xml', icon)
  serve('/ui/', 'text/html; charset=utf-8', pageHtml('app.js', parts.tenant.rpName))
  serve('/ui/link', 'text/html; charset=utf-8', pageHtml('link.js', parts.tenant.rpName))
  mountState(v1, parts)
}
