import { getLedgerAccount, readTrialBalance } from '@cardamom/contract/reports/ledger-accounts'
import {
  getJournal,
  listLedgerJournals,
  proveJournal,
  searchLedger,
} from '@cardamom/contract/reports/ledger-journals'
import { accepted, refused } from '../kernel/answer.ts'
import type { Kernel } from '../kernel/module.ts'
import { mountCsv, mountList } from '../kernel/mount-list.ts'
import { wholeInstallation } from '../kernel/scopes.ts'
import { accountRows, countAccounts, findAccountIds, type AccountRow } from '../ledger/account-lists.sql.ts'
import {
  findJournalByKey,
  findJournalsOf,
  journalsInScope,
  readJournalHeads,
} from '../ledger/journal-view.sql.ts'
import { proveEntry } from '../ledger/proof.ts'
import { readBalanceAsOf, readTrialBalance as readLines } from '../ledger/reports.ts'
import { findEntry } from '../ledger/entry-parts.sql.ts'
import { signingKeyOf } from '../ledger/signing-key.ts'
import { anyOf } from '../kernel/queries.ts'
import type { PaymentAsset } from '../providers/rail/port.ts'
import { accountViews, createLedgerAccountsList, createLedgerPostingsList } from './ledger-accounts.list.ts'
import { readJournalView } from './ledger-journal.ts'
import { ledgerJournalsList } from './ledger-journals.list.ts'
import { accountsSeen, linesSeen, seesLines, withOwnShares, type LedgerReader } from './ledger-shares.ts'
import { amountWriter, kindOf, lineOf, natural, type AmountWriter } from './ledger-view.ts'
import { balanceChecks, balanceLines } from './trial-balance.ts'

const isId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const mostFound = 50

/**
 * The balance of an account as of an instant. An account of the operator may have as many postings as there are journals,
 * so its balance is that of its line in the trial balance; it is the only one of its code and asset.
 */
const readBalanceAt = (kernel: Pick<Kernel, 'db'>, row: AccountRow, at: Date): Promise<bigint> =>
  kernel.db.read(wholeInstallation, async (sql) => {
    const { code, asset, ownerId, side } = row
    if (ownerId !== null) {
      const key = { code, ownerId, ...(asset === null ? {} : { asset }) }
      return natural(await readBalanceAsOf(sql, key, at), side)
    }
    const line = (await readLines(sql, at)).find((each) => each.code === code && each.asset === asset)
    return line?.natural ?? 0n
  })

const mountAccounts = (kernel: Kernel, write: AmountWriter): void => {
  const { mount, db } = kernel
  mountList(kernel, createLedgerAccountsList(write))
  mountList(kernel, createLedgerPostingsList(write))
  mountCsv(kernel, ledgerJournalsList)
  mount(listLedgerJournals, async (call) => {
    const page = await ledgerJournalsList.page(call, call.input)
    return page.accepted ? accepted({ ...page.value, isWhole: call.me.scope.kind === 'all' }) : page
  })

  mount(readTrialBalance, async ({ sql, me, input, now }) => {
    const isWhole = me.scope.kind === 'all'
    const at = input.at ?? null
    if (at !== null && !isWhole) return refused('whole_ledger_only')
    const whole = { lines: await readLines(sql, at), counts: await countAccounts(sql, at) }
    const { lines, counts } = await withOwnShares(sql, { me, ...whole })
    return accepted({
      at: at ?? now,
      isWhole,
      lines: balanceLines(lines, counts, write),
      checks: isWhole ? balanceChecks(lines, write) : [],
    })
  })

  mount(getLedgerAccount, async ({ me, params, input }) => {
    const found = await db.read(me.scope, async (sql) => {
      const rows = accountRows(sql).where('account.id', '=', params.id).where(accountsSeen(me))
      const row = await rows.executeTakeFirst()
      const [view] = row ? await accountViews(sql, [row], write) : []
      return row && view ? { row, view } : null
    })
    if (!found) return refused('record_not_found')
    const { row, view } = found
    const at = seesLines(me, row) ? input.at : undefined
    const balance = at === undefined ? null : await readBalanceAt(kernel, row, at)
    return accepted({
      ...view,
      isDebitSide: row.side === 'D',
      postings: Number(row.seq),
      openedAt: row.openedAt,
      closedAt: row.closedAt,
      balanceAt: balance === null ? null : write(balance, row.currency),
    })
  })
}

/** Journals of the scope that a text names: by id, by subject or by key. */
const findJournals = async ({ db }: Pick<Kernel, 'db'>, text: string, me: LedgerReader) => {
  const { scope } = me
  const ids = await db.read(wholeInstallation, (sql) =>
    isId.test(text) ? findJournalsOf(sql, text, mostFound) : findJournalByKey(sql, text),
  )
  const seen =
    scope.kind === 'all' ? null : await db.read(scope, (sql) => journalsInScope(sql, ids, linesSeen(me)))
  const shown = ids.filter((id) => seen === null || seen.has(id))
  return db.read(wholeInstallation, (sql) => readJournalHeads(sql, shown))
}

/** The ledger as administrators browse it: accounts, postings, journals and their proofs (money §1, §2, §9). */
export const mountLedger = (
  kernel: Kernel,
  { assets }: { readonly assets: readonly PaymentAsset[] },
): void => {
  const { mount, db, config } = kernel
  const write = amountWriter(assets)
  const publicKey = signingKeyOf(config.LEDGER_SIGNING_KEY).publicKeyPem
  mountAccounts(kernel, write)

  mount(getJournal, async ({ me, params }) => {
    const view = await readJournalView(db, { id: params.id, me, write })
    return view ? accepted(view) : refused('record_not_found')
  })

  mount(proveJournal, async ({ sql, me, params }) => {
    if (me.scope.kind !== 'all') return refused('whole_ledger_only')
    const entry = await findEntry(sql, params.id)
    const isWaiting = entry === null && (await readJournalHeads(sql, [params.id])).length > 0
    if (isWaiting) return refused('not_signed_yet')
    const proof = entry?.kind === 'j' ? await proveEntry(sql, { id: params.id, reader: {}, publicKey }) : null
    if (!proof) return refused('record_not_found')
    return accepted({ ...proof, parts: [...proof.parts], opened: [...proof.opened], path: [...proof.path] })
  })

  mount(searchLedger, async ({ me, input }) => {
    const text = isId.test(input.q.toLowerCase()) ? input.q.toLowerCase() : input.q
    const journals = await findJournals(kernel, text, me)
    const accounts = await db.read(me.scope, async (sql) => {
      if (!isId.test(text)) return []
      const ids = await findAccountIds(sql, text, mostFound)
      return accountRows(sql)
        .where('account.id', '=', anyOf(ids))
        .where(accountsSeen(me))
        .orderBy('account.code')
        .limit(mostFound)
        .execute()
    })
    return accepted({
      journals: journals.map(({ id, kind, effectiveAt }) => ({ id, kind: kindOf(kind), effectiveAt })),
      accounts: accounts.map((row) => ({ id: row.id, ...lineOf(row) })),
    })
  })
}
