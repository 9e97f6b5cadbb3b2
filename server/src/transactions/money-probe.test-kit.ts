import { endpoint } from '@cardamom/contract/endpoint'
import { Cents } from '@cardamom/contract/money'
import { Id } from '@cardamom/contract/wire'
import { z } from 'zod'
import { accepted, refused } from '../kernel/answer.ts'
import type { Kernel } from '../kernel/module.ts'
import type { Journal } from '../kernel/plan.ts'
import { cardFeedJournal, nothingFed } from './card-feed.ts'

const probe = (path: `/${string}`) =>
  endpoint({
    method: 'POST',
    path,
    summary: 'Transfers money of a card, as an operation of the product does',
    who: 'transfers.create',
    effect: 'money',
    idempotent: true,
    status: 201,
    input: z.object({ cardId: Id, amount: Cents, note: z.string().trim().max(200).optional() }),
    output: z.object({ id: Id, amount: Cents, before: Cents }),
    refusals: { record_not_found: 404, not_enough_money: 409 },
  })
/** Transfers money between two accounts of a card. */
export const authoriseProbe = probe('/load-test/authorisations')
/** Transfers money from a card to `issuer.allocated`, which every call touches. */
export const clearProbe = probe('/load-test/clearings')

export type Card = { readonly ownerId: string; readonly companyId: string }

/** What the issuer's event of a card does to the ledger. */
export const feedJournal = (
  { ids, clock }: Pick<Kernel, 'ids' | 'clock'>,
  card: Card,
  event: { type: 'authorisation' | 'clearing' | 'refund'; amountCents: bigint },
): Journal => {
  const id = ids.next()
  const { amountCents, type } = event
  const floatingCents = type === 'authorisation' ? amountCents : 0n
  const settledCents = type === 'clearing' ? amountCents : type === 'refund' ? -amountCents : 0n
  const journal = cardFeedJournal({
    event: { id, ...event },
    before: nothingFed,
    after: { floatingCents, settledCents },
    card,
    transactionId: id,
    effectiveAt: clock.now(),
  })
  if (!journal) throw new Error('The event changes nothing')
  return journal
}

const balanceOf = `select balance from account where code = 'card.available' and owner_id = $1`

/** Mounts both calls: each reads the card's balance, decides, and returns the plan that the ledger applies. */
export const mountMoneyProbes = (kernel: Kernel): void => {
  const types = [
    [authoriseProbe, 'authorisation'],
    [clearProbe, 'clearing'],
  ] as const
  for (const [declared, type] of types) {
    kernel.mount(declared, async ({ sql, input, me }) => {
      const account = await sql.maybe<{ balance: bigint }>(balanceOf, [input.cardId])
      if (!account) return refused('record_not_found')
      if (account.balance < input.amount) return refused('not_enough_money')
      const card = { ownerId: input.cardId, companyId: me.companyId }
      const journal = feedJournal(kernel, card, { type, amountCents: input.amount })
      const output = { id: journal.subjectId ?? '', amount: input.amount, before: account.balance }
      return accepted({ plan: { journals: [journal] }, output, whenRefused: {} })
    })
  }
}
