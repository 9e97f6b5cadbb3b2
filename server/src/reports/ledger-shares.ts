import { sql as fragment, type Expression, type SqlBool } from 'kysely'
import { anyOf, type Queries } from '../kernel/queries.ts'
import { readBalances, type TrialLine } from '../ledger/reports.ts'
import { onlyOwnerOf, type ShareReader } from '../companies/share-access.ts'

export type LedgerReader = ShareReader

/** Accounts whose balance is of shares that are not paid, or are to be paid back. */
const shareCodes = ['wallet.regular.pending', 'wallet.immediate.pending', 'partner.owed']
/** The other accounts of a wallet, whose lines say what settlements paid. */
const walletCodes = ['regular', 'immediate'].flatMap((type) => [
  `wallet.${type}.available`,
  `wallet.${type}.reserved`,
])
const lineCodes = [...shareCodes, ...walletCodes]

/** The condition of accounts, without those of these codes that are of another owner than the reader. */
const withoutOthers =
  (codes: readonly string[]) =>
  (me: LedgerReader): Expression<SqlBool> => {
    const only = onlyOwnerOf(me)
    if (only === null) return fragment<SqlBool>`true`
    return fragment<SqlBool>`not (account.code = ${anyOf(codes)} and account.owner_id <> ${only})`
  }

/** The accounts that a reader sees: of wallets of other levels, no pending and no owed money. */
export const accountsSeen = withoutOthers(shareCodes)
/** The accounts whose lines a reader sees, as on the pages of wallets. */
export const linesSeen = withoutOthers(lineCodes)

/** The same of a row that was read: a leg of a journal, or an account as of an instant. */
export const seesLines = (
  me: LedgerReader,
  { code, ownerId }: { readonly code: string; readonly ownerId: string | null },
): boolean => {
  const only = onlyOwnerOf(me)
  return only === null || ownerId === only || !lineCodes.includes(code)
}

/** The trial balance, where lines of shares are of the reader's own accounts alone. */
export const withOwnShares = async <Count extends { readonly code: string; readonly accounts: number }>(
  sql: Queries,
  of: { readonly me: LedgerReader; readonly lines: readonly TrialLine[]; readonly counts: readonly Count[] },
): Promise<{ readonly lines: readonly TrialLine[]; readonly counts: readonly Count[] }> => {
  const only = onlyOwnerOf(of.me)
  if (only === null) return of
  const own = new Map((await readBalances(sql, [only])).map(({ code, natural }) => [code, natural]))
  const isOthers = ({ code }: { readonly code: string }) => shareCodes.includes(code) && !own.has(code)
  const lines = of.lines.filter((line) => !isOthers(line))
  return {
    lines: lines.map((line) =>
      shareCodes.includes(line.code) ? { ...line, natural: own.get(line.code) ?? 0n } : line,
    ),
    counts: of.counts.map((each) => (shareCodes.includes(each.code) ? { ...each, accounts: 1 } : each)),
  }
}
