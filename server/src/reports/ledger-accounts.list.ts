import { listLedgerAccounts, type accountStates } from '@cardamom/contract/reports/ledger-accounts'
import { listLedgerPostings } from '@cardamom/contract/reports/ledger-journals'
import { sql as fragment, type SqlBool } from 'kysely'
import { timeOfId } from '../audit/chain.sql.ts'
import { findCompanyIds } from '../companies/companies.sql.ts'
import { findPersonIds, ownerContains } from '../identity/people.sql.ts'
import { dayBounds } from '../kernel/day-bounds.ts'
import type { FileReader } from '../kernel/list-source.ts'
import { list } from '../kernel/list.ts'
import type { Queries } from '../kernel/queries.ts'
import {
  accountIs,
  accountPostings,
  accountRows,
  accountSource,
  findAccountIds,
  hasBalance,
  hasClass,
  hasCode,
  inAccounts,
  postingSource,
  readJournalKinds,
  readLastPostings,
  type AccountRow,
} from '../ledger/account-lists.sql.ts'
import { chart } from '../ledger/chart.ts'
import { cardsOfPeople, readLedgerOwners } from './ledger-owners.ts'
import { accountsSeen, linesSeen } from './ledger-shares.ts'
import {
  codeOf,
  kindOf,
  letterOf,
  lineOf,
  natural,
  stepOf,
  type AmountWriter,
  type Code,
} from './ledger-view.ts'

const isId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const mostFound = 1000

/** Accounts of owners whose name has the phrase, and of their cards; of an id, those that it names in any way. */
const accountsNamed = async (typed: string, { sql, me }: FileReader) => {
  const phrase = typed.trim()
  if (isId.test(phrase)) {
    const ids = await findAccountIds(sql, phrase.toLowerCase(), mostFound)
    return { where: inAccounts('id', ids), count: null }
  }
  const companyIds = await findCompanyIds(sql, phrase, me.scope)
  const people = await findPersonIds(sql, phrase)
  const ids = [...companyIds, ...(people ?? []), ...(await cardsOfPeople(sql, people ?? []))]
  const ofThese = inAccounts('owner_id', ids)
  const where =
    people === null
      ? fragment<SqlBool>`(${ofThese} or coalesce(${ownerContains('account.ownerId', phrase)}, false))`
      : ofThese
  return { where, count: null }
}

/** Accounts as the list and their own page show them. */
export const accountViews = async (sql: Queries, rows: readonly AccountRow[], write: AmountWriter) => {
  const ownerOf = await readLedgerOwners(sql, rows)
  const posted = await readLastPostings(sql, rows)
  return rows.map((row) => {
    const owner = ownerOf(row)
    return {
      id: row.id,
      ...lineOf(row),
      ownerKind: owner.kind,
      ownerId: row.ownerId,
      ownerName: owner.name,
      companyId: row.companyId,
      companyName: owner.companyName,
      balance: write(natural(row.balance, row.side), row.currency),
      floor: row.floor === null ? null : write(row.floor, row.currency),
      state: row.closedAt === null ? ('open' as const) : ('closed' as const),
      lastPostingAt: posted.get(row.id) ?? null,
    }
  })
}

const codesWhere = (isWanted: (line: (typeof chart)[number]) => boolean): string[] => [
  ...new Set(chart.filter(isWanted).map(({ code }) => code)),
]

export const createLedgerAccountsList = (write: AmountWriter) =>
  list(listLedgerAccounts, {
    ...accountSource,
    from: (sql, _input, { me }) => accountRows(sql).where(accountsSeen(me)),
    filters: {
      code: (name: Code) => hasCode(codesWhere(({ code }) => codeOf(code) === name)),
      // The class follows from the code, which has an index.
      class: (name: Parameters<typeof letterOf>[0]) => {
        const letter = letterOf(name)
        const codes = codesWhere((line) => line.class === letter)
        return fragment<SqlBool>`(${hasClass(letter)} and ${hasCode(codes)})`
      },
      state: (state: (typeof accountStates)[number]) => accountIs[state],
      balance: () => hasBalance,
    },
    search: accountsNamed,
    items: (rows, { sql }) => accountViews(sql, rows, write),
  })

type Days = { readonly from?: string | undefined; readonly to?: string | undefined }

/** Postings of an account; row-level security leaves out those of other companies. Days are those of the posting. */
export const createLedgerPostingsList = (write: AmountWriter) =>
  list(listLedgerPostings, {
    ...postingSource,
    from: (sql, { accountId, from, to }: { accountId: string } & Days, { me }) =>
      accountPostings(sql, {
        accountId,
        from: from === undefined ? null : dayBounds(from, 'UTC').from,
        until: to === undefined ? null : dayBounds(to, 'UTC').before,
      }).where(linesSeen(me)),
    items: async (rows, { sql }) => {
      const kinds = await readJournalKinds(
        sql,
        rows.map(({ journalId }) => journalId),
      )
      return rows.map((row) => {
        const journal = kinds.get(row.journalId)
        return {
          id: String(row.seq),
          journalId: row.journalId,
          kind: kindOf(journal?.kind ?? ''),
          isReversal: journal?.isReversal ?? false,
          effectiveAt: row.effectiveAt,
          postedAt: timeOfId(row.journalId),
          currency: row.currency,
          amount: write(natural(row.amount, row.side), row.currency),
          ...stepOf(row, write),
          ref: row.ref,
        }
      })
    },
    csv: {
      texts: 'ledgerPostings',
      columns: [
        'id',
        'effectiveAt',
        'postedAt',
        'kind',
        'side',
        'amount',
        'before',
        'after',
        'currency',
        'journalId',
        'ref',
      ],
    },
  })
