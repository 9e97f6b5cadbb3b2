import { listOwnWithdrawals, listWithdrawals } from '@cardamom/contract/withdrawals'
import { expressionBuilder, sql as fragment, type SqlBool } from 'kysely'
import { findCompanyIds, readBrandNames } from '../companies/companies.sql.ts'
import { findPersonIds, ownerContains, readEmails } from '../identity/people.sql.ts'
import { hexCodesOf, idEndsOf, isInRange } from '../kernel/code-search.ts'
import { list } from '../kernel/list.ts'
import type { FileReader } from '../kernel/list-source.ts'
import type { Queries } from '../kernel/queries.ts'
import type { DB } from '../kernel/schema.ts'
import { ownersPaidBy } from '../payouts/payouts.sql.ts'
import { readHolderNames } from '../wallets/wallet-holders.sql.ts'
import { withdrawalRef } from './withdrawal-plans.ts'
import { withdrawalRows, type WithdrawalRecord } from './withdrawals.sql.ts'

const where = expressionBuilder<DB, 'withdrawal'>()

/** Withdrawals as people see them. Names and e-mails of people out of the scope are empty. */
export const withdrawalViews = async (sql: Queries, rows: readonly WithdrawalRecord[]) => {
  const holders = await readHolderNames(
    sql,
    rows.map(({ ownerId, ownerKind }) => ({ id: ownerId, kind: ownerKind })),
  )
  const companies = await readBrandNames(sql, [...new Set(rows.map(({ companyId }) => companyId))])
  const emails = await readEmails(sql, [...new Set(rows.map(({ requestedBy }) => requestedBy))])
  return rows.map((row) => ({
    id: row.id,
    ref: withdrawalRef(row.id),
    ownerId: row.ownerId,
    ownerKind: row.ownerKind,
    ownerName: holders.get(row.ownerId) ?? '',
    companyName: companies.get(row.companyId) ?? '',
    email: emails.get(row.requestedBy) ?? '',
    status: row.status,
    step: row.step,
    wallet: row.wallet,
    amount: row.totalCents,
    fee: row.feeCents,
    net: row.netCents,
    currency: row.asset,
    network: row.network,
    address: row.toAddress,
    addressLabel: row.addressLabel,
    txId: row.txHash,
    description: row.description,
    createdAt: row.requestedAt,
    endedAt: row.endedAt,
  }))
}

/**
 * Withdrawals whose reference, address or transaction begins like this. A transaction is also found while its payment is
 * under way.
 */
const idsWithCode = (phrase: string) => {
  const code = hexCodesOf(phrase)
  return fragment`
    select w.id from withdrawal w where ${isInRange('w.refEnd', idEndsOf('W', phrase))}
    union all select w.id from withdrawal w where ${isInRange('w.addressKey', code)}
    union all select w.id from withdrawal w where ${isInRange('w.txHash', code)}
    union all ${ownersPaidBy('withdrawal', code)}`
}

/** Withdrawals of one's own wallets: `scope` of the list leaves those of others out. */
const ownWithdrawalsNamed = (typed: string) =>
  Promise.resolve({
    where: fragment<SqlBool>`withdrawal.id in (${idsWithCode(typed.trim())})`,
    count: null,
  })

/**
 * Withdrawals with this reference, address or transaction, or its beginning, and those whose company or person has a name with
 * the phrase.
 */
const withdrawalsNamed = async (typed: string, { sql, me }: FileReader) => {
  const phrase = typed.trim()
  const companyIds = await findCompanyIds(sql, phrase, me.scope)
  const people = await findPersonIds(sql, phrase)
  const ids = [...companyIds, ...(people ?? [])]
  const found = fragment`withdrawal.id in (${idsWithCode(phrase)}
    union all select w.id from withdrawal w where w.owner_id = any(array(select unnest(${ids}::uuid[]))))`
  const where =
    people === null
      ? fragment<SqlBool>`(${found} or coalesce(${ownerContains('withdrawal.ownerId', phrase)}, false))`
      : fragment<SqlBool>`${found}`
  return { where, count: null }
}

/** Withdrawals of the companies in scope, the last first. */
export const withdrawalsList = list(listWithdrawals, {
  table: 'withdrawal',
  from: withdrawalRows,
  scope: 'companies',
  sorts: { createdAt: 'withdrawal.requestedAt', amount: 'withdrawal.totalCents' },
  days: 'withdrawal.requestedAt',
  filters: { ownerId: (id: string) => where('withdrawal.ownerId', '=', id) },
  search: withdrawalsNamed,
  items: (rows, { sql }) => withdrawalViews(sql, rows),
  csv: {
    texts: 'withdrawals',
    columns: [
      'ref',
      'email',
      'ownerName',
      'companyName',
      'status',
      'step',
      'wallet',
      'amount',
      'fee',
      'net',
      'currency',
      'network',
      'address',
      'txId',
      'description',
      'createdAt',
      'endedAt',
    ],
  },
})

/** Withdrawals of the reader's own wallets. */
export const ownWithdrawalsList = list(listOwnWithdrawals, {
  table: 'withdrawal',
  from: withdrawalRows,
  scope: { owner: 'withdrawal.ownerId' },
  sorts: { createdAt: 'withdrawal.requestedAt' },
  days: 'withdrawal.requestedAt',
  search: ownWithdrawalsNamed,
  items: (rows, { sql }) => withdrawalViews(sql, rows),
  csv: {
    texts: 'withdrawals',
    columns: [
      'ref',
      'status',
      'step',
      'wallet',
      'amount',
      'fee',
      'net',
      'currency',
      'network',
      'address',
      'addressLabel',
      'txId',
      'description',
      'createdAt',
      'endedAt',
    ],
  },
})
