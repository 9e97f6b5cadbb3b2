import {
  getTreasuryOperation,
  previewTreasuryOperation,
  readTreasuryChoices,
  recordTreasuryOperation,
} from '@cardamom/contract/treasury/treasury-operations'
import { readTreasury } from '@cardamom/contract/treasury/treasury-balances'
import { formatCents } from '@cardamom/contract/money'
import { houseId } from '../companies/company.ts'
import { changesOwnMoney } from '../companies/own-money.ts'
import { accepted, refused } from '../kernel/answer.ts'
import type { Kernel } from '../kernel/module.ts'
import { mountList } from '../kernel/mount-list.ts'
import { wholeInstallation } from '../kernel/scopes.ts'
import { listOpenReferences, readNatural, readOperatorBalance } from '../ledger/operator-balances.ts'
import { readTotals } from '../ledger/reports.ts'
import { ledgerAssetOf } from '../loads/load-record.ts'
import { readReleases } from '../loads/waiting-loads.sql.ts'
import { readDecision, readMidOf, withShownValue, type TreasuryNeeds } from './treasury-facts.ts'
import { treasuryJournal } from './treasury-operation.ts'
import { createTreasuryList } from './treasury-operations.list.ts'
import { readTreasuryJournals, treasuryViews } from './treasury-detail.ts'
import { listOpenFundings, readTreasuryOperation } from './treasury-operations.sql.ts'
import { readUnbookedGas } from './gas-position.ts'
import { readComparedAt } from './reconciliation-runs.sql.ts'
import { treasuryBalances } from './treasury-balances.ts'
import { treasuryPlan } from './treasury-plan.ts'
import { listReadings } from './treasury-readings.sql.ts'
import { coinWriter, currencyLegs } from './treasury-view.ts'

const mostChoices = 200
const bank = 'bank.settlement'

/** What a record may be about: the coins of the chain, open wires and money in suspense. */
const mountChoices = ({ mount, db }: Kernel, { rail }: TreasuryNeeds): void => {
  const write = coinWriter(rail.assets)
  mount(readTreasuryChoices, async ({ me }) => {
    const fundings = await db.read(me.scope, (sql) => listOpenFundings(sql, mostChoices))
    return db.read(wholeInstallation, async (sql) => {
      const assets = []
      for (const { symbol, network } of [...rail.assets, rail.gasCoin]) {
        const asset = ledgerAssetOf({ asset: symbol, network })
        const holding = symbol === rail.gasCoin.symbol ? ('gas' as const) : ('venue' as const)
        const units = await readNatural(sql, { codes: [`crypto.${holding}`], asset })
        assets.push({ asset, symbol, holding, amount: write(units, asset) })
      }
      const suspense = (await listOpenReferences(sql, 'suspense')).slice(0, mostChoices)
      return accepted({
        assets,
        fundings: fundings.map(({ id, leftCents, reference, valuedOn }) => ({
          id,
          amount: leftCents,
          reference: reference ?? '',
          valuedOn,
        })),
        suspense: suspense.map(({ ref, balance, openSince }) => ({
          id: ref,
          amount: balance,
          since: openSince,
        })),
      })
    })
  })
}

/** Where the operator's money is. The balances are those of the trial balance, for everybody with the tag. */
const mountBalances = ({ mount, db }: Kernel, { rail }: TreasuryNeeds): void => {
  const write = coinWriter(rail.assets)
  const assets = rail.assets.map(({ symbol, network }) => ledgerAssetOf({ asset: symbol, network }))
  mount(readTreasury, () =>
    db.read(wholeInstallation, async (sql) => {
      const lines = await readTotals(sql)
      const readings = await listReadings(sql)
      const comparedAt = await readComparedAt(sql, 'R7')
      const releases = await readReleases(sql)
      const gas = await readUnbookedGas(sql, rail)
      return accepted({ ...treasuryBalances({ lines, readings, assets, gas, write, releases }), comparedAt })
    }),
  )
}

/** Records of the treasury (money §4.1): one person requests them, another one approves them. */
export const mountTreasuryOperations = (kernel: Kernel, needs: TreasuryNeeds): void => {
  const { mount, ids, clock, db } = kernel
  const write = coinWriter(needs.rail.assets)
  mountList(kernel, createTreasuryList(write))
  mountChoices(kernel, needs)
  mountBalances(kernel, needs)

  mount(getTreasuryOperation, async ({ me, params }) => {
    const [found] = await db.read(me.scope, async (sql) => {
      const row = await readTreasuryOperation(sql, params.id)
      return row ? treasuryViews(sql, [row], write) : []
    })
    if (!found) return refused('record_not_found')
    const journals = await readTreasuryJournals(db, { id: params.id, scope: me.scope, write })
    return accepted({ ...found, journals })
  })

  mount(previewTreasuryOperation, async ({ me, input: entered, now }) => {
    const midRate = await readMidOf(needs, entered, now)
    const decided = await db.read(me.scope, (sql) => readDecision(sql, needs, { entered, midRate, now }))
    if (!decided.accepted) return decided
    const planned = treasuryJournal(decided.value, { id: ids.next() })
    const before = await db.read(wholeInstallation, (sql) => readOperatorBalance(sql, bank))
    // The bank account is a debit account, so a credit lowers it.
    const change = planned.legs.reduce(
      (sum, { account, amount }) => (account.code === bank ? sum - amount : sum),
      0n,
    )
    return accepted({
      legs: currencyLegs(planned, { write, holderName: decided.value.holder?.name ?? null }),
      value: decided.value.conversion?.valueCents ?? null,
      bankBefore: before,
      bankAfter: before + change,
    })
  })

  mount(
    recordTreasuryOperation,
    async ({ sql, me, input, approval }) => {
      const { id, checkerId, reason } = approval
      const now = clock.now()
      const { value, reason: _reason, ...entered } = input
      const midRate = await readMidOf(needs, entered, now)
      const decided = await readDecision(sql, needs, { entered, midRate, now })
      if (!decided.accepted) return decided
      const { holder } = decided.value
      const of = holder && { path: holder.company.path, ownerId: holder.id }
      if (of && changesOwnMoney(me, of, approval)) return refused('own_money')
      const shown = withShownValue(decided.value, value)
      if ('accepted' in shown) return shown
      return accepted({
        plan: treasuryPlan(shown, { id, requestedBy: me.userId, approvedBy: checkerId, reason, now }),
        output: null,
        whenRefused: {
          insufficient_funds: 'not_enough_money',
          guard_failed: 'record_changed',
          replayed: 'reference_used',
          idempotency_conflict: 'reference_used',
          account_closed: 'wallet_not_found',
        },
        decidesAgainWhen: ['guard_failed'],
      })
    },
    {
      describe: async ({ input: { amount } }) => ({
        companyId: houseId,
        changes: [{ name: 'amount', before: null, after: formatCents(amount) }],
      }),
    },
  )
}
