import type { FastifyInstance } from 'fastify'
import { cardJson, controlOf, findCard, type CardRow, type SpendControl } from './card-rows.ts'
import { closeCard, replaceCard } from './card-endings.ts'
import { activateCard, blockCard, createCard, freezeCard, holderOf, tellCard, unblockCard } from './cards.ts'
import type { Desk } from './desk.ts'
import { fieldsOf, type Fields } from './fields.ts'
import { fromCents } from './money.ts'
import { invalid, Refusal } from './refusal.ts'
import { listStock, stockJson } from './stock.ts'

type ById = { Params: { id: string } }

const cardName = (text: string): string => text.toUpperCase().slice(0, 26)

const orderCard = (desk: Desk, body: unknown): CardRow =>
  desk.db.whole(() => {
    const fields = fieldsOf(body)
    const cardType = fields.oneOf('cardType', ['Virtual', 'Physical'])
    if (cardType === undefined) throw invalid('cardType is required')
    const spendLimitCents = fields.cents('spendLimit') ?? 0n
    if (spendLimitCents < 0n) throw invalid('spendLimit must not be below zero')
    fields.fields('meta').needText('id')
    const holder = holderOf(desk, fields.fields('kyc'), fields.object('kyc') ?? {})
    return createCard(desk, {
      cardType,
      customerType: fields.oneOf('customerType', ['Consumer', 'Corporate']) ?? 'Consumer',
      holderId: holder.id,
      cardName: cardName(fields.text('preferredCardName', 26) ?? holder.fullName),
      cardDesign: fields.text('cardDesign') ?? 'green-standard',
      spendLimitCents,
      meta: fields.object('meta') ?? {},
      stockSerial: fields.text('stockSerial'),
    })
  })

const cardPage = (desk: Desk, query: Fields) => {
  const page = query.number('page', { from: 1, to: 1_000_000 }) ?? 1
  const limit = query.number('limit', { from: 1, to: 100 }) ?? 50
  const filters = [
    query.text('metaId') ?? null,
    query.text('status') ?? null,
    query.text('cardType') ?? null,
    query.text('issuerCustomerId') ?? null,
  ]
  const where = `(?1 is null or meta_id = ?1) and (?2 is null or status = ?2)
    and (?3 is null or card_type = ?3) and (?4 is null or holder_id = ?4)`
  const totalItems = Number(
    desk.db.one<{ count: bigint }>(`select count(*) as count from card where ${where}`, ...filters)?.count ??
      0n,
  )
  const rows = desk.db.all<CardRow>(
    `select * from card where ${where} order by seq limit ?5 offset ?6`,
    ...filters,
    limit,
    (page - 1) * limit,
  )
  const meta = { page, limit, totalItems, totalPages: Math.ceil(totalItems / limit) }
  return { items: rows.map((row) => cardJson(desk, row)), meta }
}

const limitNames = ['transactionLimit', 'dailyLimit', 'monthlyLimit'] as const

const changeControl = (desk: Desk, card: CardRow, body: unknown): CardRow => {
  const fields = fieldsOf(body)
  const limits: Partial<Record<(typeof limitNames)[number], string | null>> = {}
  for (const name of limitNames) {
    if (!fields.has(name)) continue
    const cents = fields.cents(name)
    if (cents !== undefined && cents < 0n) throw invalid(`${name} must not be below zero`)
    limits[name] = cents === undefined ? null : fromCents(cents)
  }
  const old = controlOf(card)
  const next: SpendControl = {
    ...old,
    ...limits,
    atmEnabled: fields.flag('atmEnabled') ?? old.atmEnabled,
    onlineEnabled: fields.flag('onlineEnabled') ?? old.onlineEnabled,
    blockedMccs: fields.texts('blockedMccs') ?? old.blockedMccs,
  }
  const kept = [JSON.stringify(next), desk.now().toISOString(), card.id]
  desk.db.run('update card set control = ?, updated_at = ? where id = ?', ...kept)
  return tellCard(desk, { cardId: card.id, what: 'spend_control_updated', previousStatus: card.status })
}

const replacement = (desk: Desk, old: CardRow, body: unknown): CardRow => {
  const fields = fieldsOf(body)
  fields.fields('meta').needText('id')
  return replaceCard(desk, old, {
    cardName: cardName(fields.text('preferredCardName', 26) ?? old.card_name),
    cardDesign: fields.text('cardDesign') ?? old.card_design,
    meta: fields.object('meta') ?? {},
    stockSerial: fields.text('stockSerial'),
  })
}

const mountMoves = (app: FastifyInstance, desk: Desk): void => {
  const answer = (work: () => CardRow) => cardJson(desk, desk.db.whole(work))
  app.put<ById>('/cards/:id/status', async ({ params, body }) => {
    const freeze = fieldsOf(body).flag('freeze')
    if (freeze === undefined) throw invalid('freeze is required')
    return answer(() => freezeCard(desk, findCard(desk, params.id), freeze))
  })
  app.put<ById>('/cards/:id/block', async ({ params, body }) => {
    const reason = fieldsOf(body).oneOf('reason', ['LOST', 'STOLEN', 'FRAUD', 'OTHER']) ?? 'OTHER'
    return answer(() => blockCard(desk, findCard(desk, params.id), { by: 'CLIENT', reason }))
  })
  app.put<ById>('/cards/:id/unblock', async ({ params }) =>
    answer(() => unblockCard(desk, findCard(desk, params.id), 'CLIENT')),
  )
  app.put<ById>('/cards/:id/replace', async ({ params, body }, reply) => {
    const fresh = answer(() => replacement(desk, findCard(desk, params.id), body))
    return reply.code(201).send(fresh)
  })
  app.put<ById>('/cards/:id/spend-control', async ({ params, body }) =>
    answer(() => changeControl(desk, findCard(desk, params.id), body)),
  )
  app.delete<ById>('/cards/:id', async ({ params, query }) =>
    answer(() => closeCard(desk, findCard(desk, params.id), fieldsOf(query).text('reference'))),
  )
  app.post<ById>('/cards/:id/activate', async ({ params, body }) => {
    const code = fieldsOf(body).needText('activationCode', 6)
    if (!/^\d{6}$/.test(code)) throw invalid('activationCode must be six digits')
    return answer(() => activateCard(desk, findCard(desk, params.id), code))
  })
}

/** Cards: order, list, states, spending rules, activation, stock. */
export const mountCards = (app: FastifyInstance, desk: Desk): void => {
  app.post('/cards', async ({ body }, reply) => {
    const card = orderCard(desk, body)
    return reply.code(201).send(cardJson(desk, card))
  })
  app.get('/cards', async ({ query }) => cardPage(desk, fieldsOf(query)))
  app.get<ById>('/cards/:id', async ({ params }) => cardJson(desk, findCard(desk, params.id)))
  app.get<ById>('/cards/:id/activation-code', async ({ params }) => {
    const card = findCard(desk, params.id)
    if (card.activated === 1n || card.activation_code === null) {
      throw new Refusal(409, 'NO_ACTIVATION_CODE', 'The card needs no activation code')
    }
    return { cardId: card.id, activationCode: card.activation_code }
  })
  app.get('/stock', async ({ query }) => ({
    items: listStock(desk, fieldsOf(query).oneOf('status', ['AVAILABLE', 'ASSIGNED'])).map(stockJson),
  }))
  mountMoves(app, desk)
}
