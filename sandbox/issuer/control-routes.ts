import type { FastifyInstance } from 'fastify'
import { adjustMaster } from './account.ts'
import { findCard } from './card-rows.ts'
import { mountControlCards } from './control-card-routes.ts'
import { mountControlSimulate, positive } from './control-simulate-routes.ts'
import { adjustCredit } from './credit-routes.ts'
import type { Desk } from './desk.ts'
import { shiftBalances, type EntryRow } from './entries.ts'
import { fieldsOf } from './fields.ts'
import { fromCents } from './money.ts'
import { paymentJson } from './payment-json.ts'
import { invalid } from './refusal.ts'
import { runScenario, scenarioNames } from './scenarios.ts'
import { allSwitches, setSwitches } from './settings.ts'
import { threeDsAnswer } from './three-ds.ts'
import type { WebhookKey } from './webhook-key.ts'

const mountMoney = (app: FastifyInstance, desk: Desk): void => {
  app.post('/_control/fund', async ({ body }, reply) => {
    const fields = fieldsOf(body)
    const cents = positive(fields, 'amount')
    if (cents === undefined) throw invalid('amount is required')
    const reference = fields.text('reference')
    const entry = { type: 'FUNDING', cents, reference } as const
    const answer = desk.db.whole(() => {
      // A wire arrives once, however often it is sent.
      const known =
        reference && desk.db.one(`select id from entry where type = 'FUNDING' and reference = ?`, reference)
      return known ? null : adjustMaster(desk, entry)
    })
    return reply.code(answer ? 201 : 200).send(answer ?? {})
  })
  app.post('/_control/fee', async ({ body }, reply) => {
    const cents = fieldsOf(body).cents('amount')
    if (cents === undefined || cents === 0n) throw invalid('amount must be other than zero')
    return reply.code(201).send(desk.db.whole(() => adjustMaster(desk, { type: 'FEE', cents: -cents })))
  })
  app.post('/_control/foreign-adjustment', async ({ body }, reply) => {
    const fields = fieldsOf(body)
    const [cardId, adjustment] = [fields.needText('cardId'), fields.needText('adjustment')]
    const { entry, credit } = adjustCredit(desk, { cardId, adjustment, by: 'dashboard' })
    return reply.code(201).send({ historyId: entry.id, ...credit })
  })
  app.post('/_control/drift', async ({ body }) => {
    const fields = fieldsOf(body)
    const cardId = fields.text('cardId')
    shiftBalances(desk, {
      cardId: cardId === undefined ? undefined : findCard(desk, cardId).id,
      cardCents: fields.cents('card') ?? 0n,
      availableCents: fields.cents('available') ?? 0n,
      unallocatedCents: fields.cents('unallocated') ?? 0n,
    })
    return { planted: true }
  })
}

const entryJson = (row: EntryRow) => ({
  seq: Number(row.seq),
  id: row.id,
  type: row.type,
  by: row.by,
  cardId: row.card_id,
  transactionId: row.payment_id,
  reference: row.reference,
  card: fromCents(row.card_cents),
  available: fromCents(row.available_cents),
  unallocated: fromCents(row.unallocated_cents),
  createdAt: row.created_at,
})

const entryTypes = ['ADJUSTMENT', 'CLOSURE', 'TRANSACTION', 'FUNDING', 'FEE'] as const

const mountEntries = (app: FastifyInstance, desk: Desk): void => {
  app.get('/_control/entries', async ({ query }) => {
    const fields = fieldsOf(query)
    const limit = fields.number('limit', { from: 1, to: 1000 }) ?? 100
    const rows = desk.db.all<EntryRow>(
      `select * from entry where seq > ?1 and (?2 is null or card_id = ?2) and (?3 is null or type = ?3)
       order by seq limit ?4`,
      fields.number('after', { from: 0, to: 9_000_000_000 }) ?? 0,
      fields.text('cardId') ?? null,
      fields.oneOf('type', entryTypes) ?? null,
      limit + 1,
    )
    const items = rows.slice(0, limit).map(entryJson)
    return { items, next: rows.length > limit ? (items.at(-1)?.seq ?? null) : null }
  })
}

/**
 * The issuer's own control calls, in addition to those of every service. Token and loopback are checked for
 * all.
 */
export const mountIssuerControl = (app: FastifyInstance, desk: Desk, key: WebhookKey): void => {
  app.get('/_control/webhook-key', async () => ({ publicKeyPem: key.publicKeyPem }))
  mountMoney(app, desk)
  mountEntries(app, desk)
  mountControlCards(app, desk)
  mountControlSimulate(app, desk)
  app.get<{ Params: { id: string } }>('/_control/3ds/:id', async ({ params }) => ({
    answer: threeDsAnswer(desk, params.id),
  }))
  app.get('/_control/scenario', async () => ({ names: scenarioNames }))
  app.post('/_control/scenario', async ({ body }) => {
    const fields = fieldsOf(body)
    const name = fields.text('name')
    const payments = runScenario(desk, name, fields.needText('cardId'))
    return { name, transactions: payments.map((payment) => paymentJson(desk, payment)) }
  })
  app.get('/_control/settings', async () => allSwitches(desk))
  app.post('/_control/settings', async ({ body }) => {
    setSwitches(desk, body)
    return allSwitches(desk)
  })
}
