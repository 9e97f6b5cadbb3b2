import { constants, createHash, createPublicKey, publicEncrypt, randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { findCard, livingCard, type CardRow } from './card-rows.ts'
import type { Desk } from './desk.ts'
import { langOf } from './html.ts'
import { revealPage, type ShownCard } from './reveal-page.ts'
import { invalid, Refusal } from './refusal.ts'

export type RevealSettings = { readonly frameAncestors: string; readonly linkLifetimeMs: number }

type RevealQuery = {
  readonly publicKey?: string | null
  readonly stylesheetUrl?: string
  readonly copyPan?: boolean
}

/** The style of the page, stored with its token. */
type View = { readonly stylesheetUrl: string | null; readonly copyPan: boolean }

const plainView: View = { stylesheetUrl: null, copyPan: false }
const keyRestMs = 86_400_000

const markOf = (text: string): string => createHash('sha256').update(text).digest('hex')

const isWebAddress = (address: string): boolean => /^https?:$/.test(new URL(address).protocol)

/** The address, encrypted with the client's own key, base64. A key works once in 24 hours. */
const encrypted = (desk: Desk, publicKey: string, address: string): string => {
  const now = desk.realNow().getTime()
  const mark = markOf(publicKey)
  desk.db.run('delete from reveal_key where used_ms <= ?', now - keyRestMs)
  if (desk.db.one('select mark from reveal_key where mark = ?', mark)) {
    throw new Refusal(400, '0322001', 'Key already used in last 24 hours', 'publicKey')
  }
  desk.db.run('insert into reveal_key values (?, ?)', mark, now)
  try {
    const key = createPublicKey(Buffer.from(publicKey, 'base64').toString('utf8'))
    const padding = constants.RSA_PKCS1_OAEP_PADDING
    return publicEncrypt({ key, padding, oaepHash: 'sha1' }, Buffer.from(address)).toString('base64')
  } catch {
    throw invalid('publicKey must be the base64 of an RSA public key in PEM', 'publicKey')
  }
}

/** A link to the page with the number, for a client with the key of the API. */
export const mountRevealCall = (app: FastifyInstance, desk: Desk, settings: RevealSettings): void => {
  app.post<{ Params: { cardId: string }; Body: RevealQuery | null }>(
    '/cards/:cardId/reveal-html',
    async ({ params, body }) =>
      desk.db.whole(() => {
        const card = livingCard(desk, params.cardId)
        const stylesheetUrl = body?.stylesheetUrl ?? null
        if (stylesheetUrl !== null && !isWebAddress(stylesheetUrl)) {
          throw invalid('stylesheetUrl must be an http or https address', 'stylesheetUrl')
        }
        const token = randomBytes(32).toString('base64url')
        const view: View = { stylesheetUrl, copyPan: body?.copyPan === true }
        const expiresMs = desk.realNow().getTime() + settings.linkLifetimeMs
        const stored = [markOf(token), card.id, JSON.stringify(view), expiresMs]
        desk.db.run(
          'insert into reveal (token_mark, card_id, view, expires_ms) values (?, ?, ?, ?)',
          ...stored,
        )
        const address = `${desk.baseUrl()}/reveal/${token}`
        return { accessUrl: body?.publicKey ? encrypted(desk, body.publicKey, address) : address }
      }),
  )
}

const shown = (desk: Desk, card: CardRow): ShownCard => ({
  number: desk.vault.open(card.pan_encrypted),
  expiry: `${card.expiry_month}/${card.expiry_year.slice(-2)}`,
  cvv: desk.vault.cvv({
    encrypted: card.pan_encrypted,
    expiryMonth: card.expiry_month,
    expiryYear: card.expiry_year,
  }),
  name: card.card_name,
})

/** Redeems the token and returns its card, once and before the expiry. */
const redeem = (desk: Desk, token: string): { card: CardRow; view: View } | null =>
  desk.db.whole(() => {
    const mark = markOf(token)
    const row = desk.db.one<{ card_id: string; view: string; expires_ms: bigint; used: bigint }>(
      'select * from reveal where token_mark = ?',
      mark,
    )
    if (!row || row.used === 1n || Number(row.expires_ms) <= desk.realNow().getTime()) return null
    desk.db.run('update reveal set used = 1 where token_mark = ?', mark)
    const card = findCard(desk, row.card_id)
    return card.status === 'DELETED' ? null : { card, view: JSON.parse(row.view) as View }
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

/** The page itself, on this origin, for the holder's browser. A HEAD does not redeem the link. */
export const mountReveal = (app: FastifyInstance, desk: Desk, settings: RevealSettings): void => {
  app.get<{ Params: { token: string } }>(
    '/reveal/:token',
    { exposeHeadRoute: false },
    async (request, reply) => {
      const { lang } = langOf(request)
      const redeemed = redeem(desk, request.params.token)
      const view = { lang, ...(redeemed?.view ?? plainView), frameAncestors: settings.frameAncestors }
      if (!redeemed) void reply.code(410)
      return sendPage(reply, revealPage(redeemed && shown(desk, redeemed.card), view))
    },
  )
}
