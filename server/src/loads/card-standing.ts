import type { Work } from '../kernel/jobs.ts'
import type { BalanceHistoryRow, IssuerPort } from '../providers/issuer/port.ts'
import type { CallOutcome } from '../kernel/call-declaration.ts'
import { readKnownRowIds } from './credit-history.sql.ts'
import { spentMills, type CardFunds } from './load-credit-proof.ts'

const mostTries = 3

/**
 * Reads a card's balance and the payments from it at one moment: payments, card and payments again, until
 * both reads of payments are equal. Null: the issuer does not answer, or payments come all the time.
 */
export const readStanding = async (
  issuer: IssuerPort,
  of: { issuerCardId: string; from: Date },
): Promise<CardFunds | null> => {
  let before = await issuer.cardCreditEvents(of)
  for (let attempt = 0; attempt < mostTries; attempt += 1) {
    const card = await issuer.readCard(of.issuerCardId)
    const after = await issuer.cardCreditEvents(of)
    if (before.outcome !== 'ok' || card.outcome !== 'ok' || after.outcome !== 'ok') return null
    const spent = spentMills(after.value)
    if (before.value.length === after.value.length && spentMills(before.value) === spent) {
      return { availableMills: card.value.availableMills, spentMills: spent }
    }
    before = after
  }
  return null
}

/** Rows of a card's balance history that are not stored yet. */
export const readFreshRows = async (
  issuer: IssuerPort,
  work: Work,
  issuerCardId: string,
): Promise<CallOutcome<readonly BalanceHistoryRow[]>> => {
  const known = await work.read((sql) => readKnownRowIds(sql, issuerCardId))
  const history = await issuer.balanceHistory(issuerCardId)
  if (history.outcome !== 'ok') return history
  return { outcome: 'ok', value: history.value.filter(({ rowId }) => !known.has(rowId)) }
}
