import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { FastifyRequest } from 'fastify'

export type Lang = 'en' | 'es'

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign)

/** A file of `pages/`, as text. */
export const pageFile = (name: string): string =>
  readFileSync(new URL(`pages/${name}`, import.meta.url), 'utf8')

export const newNonce = (): string => randomBytes(16).toString('base64')

/** JSON that is safe inside a `<script type="application/json">`. */
export const safeJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')

const asLang = (text: string | undefined): Lang | undefined =>
  text?.startsWith('es') ? 'es' : text?.startsWith('en') ? 'en' : undefined

/** `?lang=`, else the cookie, else the browser's language, else English. */
export const langOf = (request: FastifyRequest): { lang: Lang; isChosen: boolean } => {
  const query = request.query as { lang?: string }
  const isChosen = asLang(typeof query.lang === 'string' ? query.lang : undefined)
  const cookie = /(?:^|;\s*)lang=(\w+)/.exec(request.headers.cookie ?? '')?.[1]
  const lang = isChosen ?? asLang(cookie) ?? asLang(request.headers['accept-language']) ?? 'en'
  return { lang, isChosen: isChosen !== undefined }
}

export const langCookie = (lang: Lang): string => `lang=${lang}; Path=/; Max-Age=31536000; SameSite=Lax`
