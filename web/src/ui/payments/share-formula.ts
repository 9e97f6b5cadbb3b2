import type { listOwnSettlementShares } from '@cardamom/contract/settlements'
import { differenceOf } from '../../kernel/cents.ts'
import type { Text } from '../../kernel/i18n.tsx'
import { moneyText, percentText } from '../../kernel/money-text.ts'
import type { RowOf } from '../list/use-list-pages.ts'

type ShareFacts = Pick<RowOf<typeof listOwnSettlementShares>, 'basis' | 'earned' | 'amount'>

const sumText = (percents: readonly string[]): string => {
  const sum = percents.map(percentText).join(' + ')
  return percents.length > 1 ? `(${sum})` : sum
}

const computationOf = (t: Text<'walletLines'>, { basis, earned }: ShareFacts): string => {
  if (basis === null) return t('settlement.share.unknown')
  const { part, others } = basis
  const facts = {
    gross: moneyText(basis.gross),
    rates: sumText(basis.rates),
    amount: moneyText(earned),
    level: moneyText(basis.level),
  }
  if (part !== null) return t('settlement.share.formulaPart', { ...facts, part: percentText(part) })
  if (others.length > 0) return t('settlement.share.formulaRest', { ...facts, parts: sumText(others) })
  return t('settlement.share.formula', facts)
}

/** How the amount of a share was computed, to the cent, and what of it was reversed before. */
export const formulaOf = (t: Text<'walletLines'>, share: ShareFacts): string => {
  const computation = computationOf(t, share)
  const { earned, amount } = share
  if (earned === amount) return computation
  const reversed = t('settlement.share.reversedBefore', { amount: moneyText(differenceOf(earned, amount)) })
  return `${computation} · ${reversed}`
}
