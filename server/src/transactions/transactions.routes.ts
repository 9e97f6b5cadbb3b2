import { readTransaction } from '@cardamom/contract/transactions'
import { readActivitySummary, readSpending } from '@cardamom/contract/transactions/activity'
import { todayIn } from '@cardamom/contract/dates'
import { findCard, listCardsOf, noMoney, readCardMoney } from '../cards/cards.sql.ts'
import { readTimeZone } from '../identity/time-zones.sql.ts'
import { accepted, refused } from '../kernel/answer.ts'
import { countCap } from '../kernel/capped-count.ts'
import type { Kernel } from '../kernel/module.ts'
import { mountList } from '../kernel/mount-list.ts'
import { pruneDaily } from '../kernel/months.jobs.ts'
import type { StepUpDescribers } from '../kernel/step-up-facts.ts'
import type { IssuerPort } from '../providers/issuer/port.ts'
import { monthBounds } from '../kernel/day-bounds.ts'
import { pruneIssuerEvents } from './issuer-events.sql.ts'
import { mountCompanyTransactions } from './company-transactions.routes.ts'
import { createIssuerPoll, createSubscription, pollJob, webhookUrl } from './issuer-poll.jobs.ts'
import { mountIssuerWebhook } from './issuer-webhook.routes.ts'
import {
  createAdjustmentRows,
  createLoadRows,
  createReversalRows,
  createWalletLoadRows,
} from './card-rows.jobs.ts'
import { createPaymentBooking } from './payment-booking.jobs.ts'
import { readPaymentFees } from './payment-fees.sql.ts'
import { listRelatedRows, listPaymentEvents } from './payments.sql.ts'
import { eventView } from './payment-event-view.ts'
import { mountExport } from './transaction-export.routes.ts'
import { mountReceipt } from './receipt.routes.ts'
import { mountStatement } from './statement.routes.ts'
import { readCardsNow, rowView } from './transaction-view.ts'
import { sumInAndSpent, sumSpending } from './transaction-sums.sql.ts'
import { transactionsList } from './transactions.list.ts'
import { countRows, findRow, rowFilter } from './transactions.sql.ts'

const mostCards = 200

const mountReads = ({ mount }: Kernel): void => {
  mount(readTransaction, async ({ sql, me, params, now }) => {
    const row = await findRow(sql, params.id)
    const card = row && (await findCard(sql, row.cardId))
    if (row?.userId !== me.userId || !card) return refused('record_not_found')
    const paymentId = row.paymentId ?? (row.issuerTransactionId === null ? null : row.id)
    const own = row.paymentId === null ? null : await findRow(sql, row.paymentId)
    const related = paymentId === null ? [] : await listRelatedRows(sql, paymentId)
    const others = [...(own ? [own] : []), ...related.filter(({ purpose }) => purpose !== 'fee')]
    const cards = await readCardsNow(sql, [row], now)
    const fees = await readPaymentFees(sql, [row, ...others])
    const { id, lastDigits, nameOnCard, form } = card
    return accepted({
      ...rowView(row, cards, fees.get(row.id)),
      card: { id, lastDigits, nameOnCard, form },
      authorisationCode: row.authorisationCode,
      events: paymentId === null ? [] : (await listPaymentEvents(sql, paymentId)).map(eventView),
      related: others
        .filter((each) => each.id !== row.id)
        .map((each) => rowView(each, cards, fees.get(each.id))),
    })
  })
}

const mountFigures = ({ mount }: Kernel): void => {
  mount(readSpending, async ({ sql, me, input, now }) => {
    const timeZone = await readTimeZone(sql, me)
    const month = input.month ?? todayIn(timeZone, now).slice(0, 7)
    const { from, before, previous } = monthBounds(month, timeZone)
    const of = { userId: me.userId, cardId: input.cardId ?? null }
    const thisMonth = await sumSpending(sql, { ...of, from, before })
    const last = await sumSpending(sql, { ...of, ...monthBounds(previous, timeZone) })
    const total = (list: typeof thisMonth) => list.reduce((sum, { amountCents }) => sum + amountCents, 0n)
    const categories = thisMonth
      .filter(({ amountCents, heldCents }) => amountCents !== 0n || heldCents !== 0n)
      .sort((left, right) => (left.amountCents > right.amountCents ? -1 : 1))
      .map(({ category, amountCents, heldCents, count }) => ({
        category,
        amount: amountCents,
        held: heldCents,
        count,
      }))
    return accepted({
      month,
      total: total(thisMonth),
      held: thisMonth.reduce((sum, { heldCents }) => sum + heldCents, 0n),
      categories,
      previousTotal: total(last),
    })
  })

  mount(readActivitySummary, async ({ sql, me, input }) => {
    const of = { userId: me.userId, timeZone: await readTimeZone(sql, me), foldsFees: true }
    const filter = rowFilter(input, of)
    const cards = await listCardsOf(sql, { userId: me.userId, limit: mostCards })
    const requested = cards.filter(({ id }) => !input.cardId || id === input.cardId)
    const money = await readCardMoney(
      sql,
      requested.map(({ id }) => id),
    )
    const sum = (part: 'availableCents' | 'floatingCents') =>
      requested.reduce((total, { id }) => total + (money.get(id) ?? noMoney)[part], 0n)
    const [available, held] = [sum('availableCents'), sum('floatingCents')]
    const count = async (status?: 'floating' | 'settled' | 'declined') =>
      Math.min(await countRows(sql, rowFilter({ ...input, status }, of)), countCap)
    return accepted({
      ...(await sumInAndSpent(sql, filter)),
      balance: available + held,
      held,
      available,
      counts: {
        all: await count(),
        floating: await count('floating'),
        settled: await count('settled'),
        declined: await count('declined'),
      },
    })
  })
}

/**
 * Transactions of cards: the issuer's events from webhook and poll to the ledger, and the reads of people
 * (domain §6).
 */
export const transactionsModule = (kernel: Kernel, { issuer }: { readonly issuer: IssuerPort }) => {
  const { jobs, ids, clock, config } = kernel
  const deps = { issuer, ids, clock }
  mountIssuerWebhook(kernel, issuer)
  mountList(kernel, transactionsList)
  mountCompanyTransactions(kernel)
  mountExport(kernel)
  mountStatement(kernel)
  mountReceipt(kernel)
  mountReads(kernel)
  mountFigures(kernel)
  const atIssuer = { lane: 'issuer' } as const
  jobs.handle('transactions.payment', createPaymentBooking(deps), atIssuer)
  jobs.on('load.credited', 'transactions.load', createLoadRows(deps))
  jobs.on('load.reversed', 'transactions.load_reversal', createReversalRows(deps))
  jobs.on('transfer.credited', 'transactions.wallet_load', createWalletLoadRows(deps))
  jobs.on('card_adjustment.completed', 'transactions.adjustment', createAdjustmentRows(deps))
  pruneDaily(jobs, 'transactions.prune', pruneIssuerEvents)
  jobs.recurring(pollJob, createIssuerPoll(deps), atIssuer)
  jobs.recurring('transactions.subscribe', createSubscription(deps, webhookUrl(config)), atIssuer)
  const stepUps = {
    'POST /company-transactions/export': () => Promise.resolve({}),
  } satisfies Partial<StepUpDescribers>
  return { stepUps }
}
