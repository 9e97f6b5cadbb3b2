import type { OutputOf } from '@cardamom/contract/endpoint'
import type { readTrialBalance } from '@cardamom/contract/reports/ledger-accounts'
import { chartAccount } from '../ledger/chart.ts'
import type { TrialLine } from '../ledger/reports.ts'
import { lineOf, type AmountWriter } from './ledger-view.ts'

type Balance = OutputOf<typeof readTrialBalance>

/** Balances of a class in a currency, credit accounts above zero for all but assets and expenses. */
const sumOf = (lines: readonly TrialLine[], letter: string): bigint =>
  lines
    .filter((line) => line.class === letter)
    .reduce((sum, { code, asset, natural }) => {
      const isDebit = chartAccount(code, asset !== null)?.side === 'D'
      const isDebitClass = letter === 'A' || letter === 'E'
      return sum + (isDebit === isDebitClass ? natural : -natural)
    }, 0n)

/** For each currency: assets = liabilities + equity + income − expenses, and the units of positions. */
export const balanceChecks = (lines: readonly TrialLine[], write: AmountWriter): Balance['checks'] => {
  const currencies = [...new Set(lines.map(({ currency }) => currency))]
  return currencies
    .toSorted((one, other) => Number(other === 'USD') - Number(one === 'USD') || (one < other ? -1 : 1))
    .map((currency) => {
      const own = lines.filter((line) => line.currency === currency)
      const [assets, liabilities, equity] = [sumOf(own, 'A'), sumOf(own, 'L'), sumOf(own, 'Q')]
      const [income, expenses, positions] = [sumOf(own, 'I'), sumOf(own, 'E'), sumOf(own, 'P')]
      const difference = assets - (liabilities + equity + income - expenses + positions)
      return {
        currency,
        assets: write(assets, currency),
        liabilities: write(liabilities, currency),
        equity: write(equity, currency),
        income: write(income, currency),
        expenses: write(expenses, currency),
        positions: write(positions, currency),
        difference: write(difference, currency),
        isBalanced: difference === 0n,
      }
    })
}

type Count = { readonly code: string; readonly asset: string | null; readonly accounts: number }

/** The lines of the trial balance with the number of their accounts. */
export const balanceLines = (
  lines: readonly TrialLine[],
  counts: readonly Count[],
  write: AmountWriter,
): Balance['lines'] =>
  lines.map((line) => ({
    ...lineOf(line),
    balance: write(line.natural, line.currency),
    accounts: counts.find(({ code, asset }) => code === line.code && asset === line.asset)?.accounts ?? 0,
  }))
