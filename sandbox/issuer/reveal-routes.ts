import { createHash, randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { findCard, stateRefusal, type CardRow } from './card-rows.ts'
import type { Desk } from './desk.ts'
import { fieldsOf } from './fields.ts'
import { langCookie, langOf } from './html.ts'
import { revealPage, type RevealLook, type ShownCard } from './reveal-page.ts'
import { invalid } from './refusal.ts'

type ById = { Params: { id: string } }

export type RevealSettings = { readonly frameAncestors: string; readonly linkLifetimeMs: number }

const plainLook: RevealLook = { theme: 'auto', hue: 162, chroma: 0.09 }

const markOf = (token: string): string => createHash('sha256').update(token).digest('hex')

const numberFrom = (body: unknown, name: string, to: number): number | undefined => {
  const value = (body as Record<string, unknown> | null)?.[name]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'number' || !(value >= 0 && value <= to))
    throw invalid(`${name} must be from 0 to ${to}`)
  return value
}

const lookFrom = (body: unknown): RevealLook => ({
  theme: fieldsOf(body).oneOf('theme', ['light', 'dark', 'auto']) ?? plainLook.theme,
  hue: numberFrom(body, 'hue', 360) ?? plainLook.hue,
  chroma: numberFrom(body, 'chroma', 0.37) ?? plainLook.chroma,
})

const showable = (desk: Desk, id: string): CardRow => {
  const card = findCard(desk, id)
  if (card.status === 'CLOSED' || card.status === 'REPLACED') throw stateRefusal(card, 'shown')
  return card
}

const shown = (desk: Desk, card: CardRow): ShownCard => ({
  number: desk.vault.open(card.pan_sealed),
  expiry: `${card.expiry_month}/${card.expiry_year.slice(-2)}`,
  cvv: desk.vault.cvv({
    sealed: card.pan_sealed,
    expiryMonth: card.expiry_month,
    expiryYear: card.expiry_year,
  }),
  name: card.card_name,
})

/** For who has the key: a single-use link, or (as the real issuer does, unused here) the page itself. */
export const mountRevealLinks = (app: FastifyInstance, desk: Desk, settings: RevealSettings): void => {
  app.post<ById>('/cards/:id/reveal-link', async ({ params, body }, reply) => {
    const card = showable(desk, params.id)
    const lang = fieldsOf(body).oneOf('lang', ['en', 'es'])
    const token = randomBytes(32).toString('base64url')
    const expiresMs = desk.realNow().getTime() + settings.linkLifetimeMs
    const kept = [markOf(token), card.id, JSON.stringify(lookFrom(body)), expiresMs]
    desk.db.run('insert into reveal (token_mark, card_id, look, expires_ms) values (?, ?, ?, ?)', ...kept)
    const url = `${desk.baseUrl()}/reveal/${token}${lang === undefined ? '' : `?lang=${lang}`}`
    return reply.code(201).send({ url, expiresAt: new Date(expiresMs).toISOString() })
  })
  app.post<ById>('/cards/:id/reveal-html', async ({ params, body }, reply) => {
    const card = showable(desk, params.id)
    const lang = fieldsOf(body).oneOf('lang', ['en', 'es']) ?? 'en'
    const view = { lang, look: lookFrom(body), frameAncestors: "'none'" }
    void reply.header('cache-control', 'no-store')
    return { html: revealPage(shown(desk, card), view).html }
  })
}

/** Spends the token: the card it was for, once and in time. */
const spend = (desk: Desk, token: string): { card: CardRow; look: RevealLook } | null =>
  desk.db.whole(() => {
    const mark = markOf(token)
    const row = desk.db.one<{ card_id: string; look: string; expires_ms: bigint; used: bigint }>(
      'select * from reveal where token_mark = ?',
      mark,
    )
    if (!row || row.used === 1n || Number(row.expires_ms) <= desk.realNow().getTime()) return null
    desk.db.run('update reveal set used = 1 where token_mark = ?', mark)
    const card = findCard(desk, row.card_id)
    if (card.status === 'CLOSED' || card.status === 'REPLACED') return null
    return { card, look: JSON.parse(row.look) as RevealLook }
  })

const sendPage = (reply: FastifyReply, page: { html: string; csp: string }): FastifyReply =>
  reply
    .header('content-security-policy', page.csp)
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header('x-content-type-options', 'nosniff')
    .header('x-robots-tag', 'noindex')
    .type('text/html; charset=utf-8')
    .send(page.html)

/** The page itself, on this origin, for the holder's browser. A HEAD does not spend the link. */
export const mountReveal = (app: FastifyInstance, desk: Desk, settings: RevealSettings): void => {
  app.get<{ Params: { token: string } }>(
    '/reveal/:token',
    { exposeHeadRoute: false },
    async (request, reply) => {
      const { lang, asked } = langOf(request)
      if (asked) void reply.header('set-cookie', langCookie(lang))
      const spent = spend(desk, request.params.token)
      const view = { lang, look: spent?.look ?? plainLook, frameAncestors: settings.frameAncestors }
      if (!spent) void reply.code(410)
      return sendPage(reply, revealPage(spent && shown(desk, spent.card), view))
    },
  )
}
