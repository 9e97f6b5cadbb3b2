import type { OutputOf } from '@cardamom/contract/endpoint'
import { readCompanyTransaction } from '@cardamom/contract/transactions/company-transactions'
import { findCard } from '../cards/cards.sql.ts'
import { accepted, refused } from '../kernel/answer.ts'
import type { Database, Scope } from '../kernel/database.ts'
import type { Kernel } from '../kernel/module.ts'
import { mountList } from '../kernel/mount-list.ts'
import type { Queries } from '../kernel/queries.ts'
import { wholeInstallation } from '../kernel/scopes.ts'
import { findJournalsOf, readJournalHeads, readJournalLegs } from '../ledger/journal-view.sql.ts'
import { companyTransactions, companyTransactionsList } from './company-transactions.list.ts'
import { listIssuerMessages } from './issuer-events.sql.ts'
import { eventView } from './payment-event-view.ts'
import { noFees, readPaymentFees } from './payment-fees.sql.ts'
import { listPaymentEvents, listRelatedRows } from './payments.sql.ts'
import { loadOf, merchantOf } from './transaction-view.ts'
import { findRow, type TransactionRecord } from './transactions.sql.ts'

type Detail = OutputOf<typeof readCompanyTransaction>

/** A payment has a journal for each event, and a load a few for each part. */
const mostJournals = 50

/** The payment of a row: the row itself, or the one whose fee or refund it is. Null: the row is of no payment. */
const paymentOf = ({ id, paymentId, issuerTransactionId }: TransactionRecord): string | null =>
  paymentId ?? (issuerTransactionId === null ? null : id)

const sourceOf = (row: TransactionRecord): string =>
  paymentOf(row) ??
  row.loadId ??
  row.walletTransferId ??
  row.walletAdjustmentId ??
  row.loadReversalId ??
  row.id

/**
 * The journals of a row that moved money of its card. A journal has no company, so its head is read for the whole
 * installation and its legs in the reader's scope; a reader of some companies sees only the legs of the card.
 */
const readCardJournals = async (
  { read }: Pick<Database, 'read'>,
  row: TransactionRecord,
  scope: Scope,
): Promise<Detail['journals']> => {
  const heads = await read(wholeInstallation, async (sql) =>
    readJournalHeads(sql, await findJournalsOf(sql, sourceOf(row), mostJournals)),
  )
  return read(scope, async (sql) => {
    const journals = []
    for (const { id, effectiveAt } of heads.toReversed()) {
      const found = await readJournalLegs(sql, id)
      const ofCard = found.filter(({ ownerId }) => ownerId === row.cardId)
      const legs = scope.kind === 'all' ? found : ofCard
      if (ofCard.length > 0)
        journals.push({
          id,
          effectiveAt,
          legs: legs.map(({ code, amount }) => ({
            account: code,
            side: amount < 0n ? ('debit' as const) : ('credit' as const),
            amount: amount < 0n ? -amount : amount,
          })),
        })
    }
    return journals
  })
}

const readRow = async (sql: Queries, id: string) => {
  const row = await findRow(sql, id)
  const card = row && (await findCard(sql, row.cardId))
  if (!row || !card) return null
  const paymentId = paymentOf(row)
  const own = row.paymentId === null ? null : await findRow(sql, row.paymentId)
  const relatedRows = paymentId === null ? [] : await listRelatedRows(sql, paymentId)
  const others = [...(own ? [own] : []), ...relatedRows].filter((each) => each.id !== row.id)
  const [view, ...related] = await companyTransactions(sql, [row, ...others])
  const fees = await readPaymentFees(sql, [row])
  if (!view) return null
  const { id: cardId, lastDigits, nameOnCard, form } = card
  const txId = (own ?? row).issuerTransactionId
  const facts = {
    ...view,
    txId,
    merchant: merchantOf(row),
    amount: row.amountCents,
    fees: [...(fees.get(row.id) ?? noFees).fees],
    card: { id: cardId, lastDigits, nameOnCard, form },
    authorisationCode: row.authorisationCode,
    events: paymentId === null ? [] : (await listPaymentEvents(sql, paymentId)).map(eventView),
    refundOf: row.refundOf,
    load: loadOf(row),
    sender: row.senderName,
    related,
  }
  return { row, txId, facts }
}

const readMessages = async (
  { read }: Pick<Database, 'read'>,
  txId: string | null,
): Promise<NonNullable<Detail['messages']>> => {
  if (txId === null) return []
  const found = await read(wholeInstallation, (sql) => listIssuerMessages(sql, txId))
  return found.map(({ body, ...message }) => ({ ...message, body: JSON.stringify(body, null, 2) }))
}

/** Transactions of the people in an administrator's scope: the list, and one with its events, journals and messages. */
export const mountCompanyTransactions = (kernel: Kernel): void => {
  const { mount, db } = kernel
  mountList(kernel, companyTransactionsList)

  mount(readCompanyTransaction, async ({ me, params }) => {
    const found = await db.read(me.scope, (sql) => readRow(sql, params.id))
    if (!found) return refused('record_not_found')
    const { row, txId, facts } = found
    return accepted({
      ...facts,
      journals: me.may('ledger.view') ? await readCardJournals(db, row, me.scope) : null,
      journalsArePart: me.scope.kind !== 'all',
      messages: me.may('reconcile.run') ? await readMessages(db, txId) : null,
    })
  })
}
