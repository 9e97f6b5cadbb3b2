import { sql as fragment } from 'kysely'
import { z } from 'zod'
import { after, type Clock } from '../kernel/clock.ts'
import type { Ids } from '../kernel/ids.ts'
import type { NextRun } from '../kernel/job-run.ts'
import type { RecurringJobHandler, Work } from '../kernel/jobs.ts'
import type { Queries } from '../kernel/queries.ts'
import { checkChain } from '../ledger/invariants.ts'
import { readLastBlock } from '../loads/chain-blocks.sql.ts'
import {
  listPaidAddresses,
  listUnpaidAddresses,
  residuesUntil,
  unitsAfter,
} from '../loads/chain-holdings.sql.ts'
import {
  hasUndecided,
  listUnknownTransfers,
  ownResiduesUntil,
  ownUnitsAfter,
} from '../loads/own-transfers.sql.ts'
import { ledgerDecimalsOf } from '../loads/load-quote.ts'
import { ledgerAssetOf } from '../loads/load-record.ts'
import { hasUnbooked, paidAfter, residuesPaidUntil } from '../payouts/payouts.sql.ts'
import type { PaymentAsset, RailPort } from '../providers/rail/port.ts'
import { endFindings, recordFindings } from './findings.sql.ts'
import { lackOfGas } from './gas-booking.jobs.ts'
import { createGasPosition, gasDiffers } from './gas-position.ts'
import { recordSilence } from './reconciliation-failures.ts'
import { unknownTransfer } from './own-transfer.jobs.ts'
import { recordStart, recordSuccess } from './reconciliation-runs.sql.ts'

const dayMs = 86_400_000
const everyMs = dayMs
const againSoonMs = 3_600_000
const whileUnreadMs = 60_000
const addressesPerRun = 200
/** Nodes forget the state of old blocks, so an unfinished comparison starts again at a newer one. */
const longestMs = 1_200_000
/** A payment that the scanner missed is found on addresses of quotes of this time. */
const quotesMs = 3 * dayMs

const phases = ['paid', 'unpaid'] as const
/** All balances are read at one final block, some addresses at a time. */
const Position = z.object({
  startedAt: z.coerce.date(),
  block: z.coerce.bigint(),
  phase: z.enum(phases),
  after: z.string(),
  addresses: z.number().int(),
  /** Contract units found so far, by symbol. */
  units: z.record(z.string(), z.coerce.bigint()),
})
type Position = z.output<typeof Position>

const names = ['R7'] as const

const stored = ({ block, units, startedAt, ...rest }: Position) => ({
  ...rest,
  startedAt: startedAt.toISOString(),
  block: String(block),
  units: Object.fromEntries(Object.entries(units).map(([symbol, sum]) => [symbol, String(sum)])),
})

/** Compares the units on our addresses with the book, for each asset (R7 of money §5). */
export const createChainCheck = (deps: { rail: RailPort; ids: Ids; clock: Clock }): RecurringJobHandler => {
  const { rail, ids, clock } = deps
  const { network, assets, gasCoin } = rail
  const readGasPosition = createGasPosition({ rail, clock })

  const withBalances = async (position: Position, addresses: readonly string[]): Promise<Position> => {
    const units = { ...position.units }
    for (const { symbol, tokenAddress } of assets) {
      const balances = await rail.readBalances({ tokenAddress, addresses, block: position.block })
      units[symbol] = balances.reduce((sum, balance) => sum + balance, units[symbol] ?? 0n)
    }
    return { ...position, units, addresses: position.addresses + addresses.length }
  }

  const listNext = (sql: Queries, { phase, after: last }: Position) => {
    const page = { network, after: last, limit: addressesPerRun }
    if (phase === 'paid') return listPaidAddresses(sql, page)
    return listUnpaidAddresses(sql, { ...page, since: after(clock.realNow(), -quotesMs) })
  }

  const checkAsset = (sql: Queries, { symbol, decimals }: PaymentAsset, { block, units }: Position) => {
    const of = { network, asset: symbol, block }
    return checkChain(sql, {
      asset: `${symbol}@${network}`,
      contractUnits: units[symbol] ?? 0n,
      contractUnitsPerLedgerUnit: 10n ** BigInt(decimals - ledgerDecimalsOf(decimals)),
      residueContractUnits: fragment<bigint>`${residuesUntil(sql, of)} + ${ownResiduesUntil(sql, of)} - ${residuesPaidUntil(sql, of)}`,
      laterUnits: fragment<bigint>`${unitsAfter(sql, of)} + ${ownUnitsAfter(sql, of)} - ${paidAfter(sql, of)}`,
    })
  }

  const gasAsset = ledgerAssetOf({ asset: gasCoin.symbol, network })
  /**
   * Coins for gas. A book that never had any has the finding of its booking alone. Null: a transfer until this block is not
   * decided, so what it cost is not known.
   */
  const checkGas = async (work: Work, block: bigint) => {
    if (await work.read((sql) => hasUndecided(sql, { network, block }))) return null
    const position = await readGasPosition(work, block)
    if (!position.isBought || !gasDiffers(position)) return []
    const { chainWei, bookWei } = position
    return [{ subject: gasAsset, detail: `the ledger says ${bookWei} wei, they say ${chainWei} wei` }]
  }

  const end = async (work: Work, position: Position): Promise<NextRun> => {
    // A payment that is in a block and not in the book yet is booked within seconds; then the comparison starts again.
    const isUnbooked = (below?: bigint) =>
      work.read((sql) => hasUnbooked(sql, { network, below: below ?? null }))
    if ((await isUnbooked()) && (await isUnbooked(await rail.readNonce(position.block))))
      return { againAt: after(clock.now(), whileUnreadMs), payload: {} }
    const { block } = position
    const gas = await checkGas(work, block)
    const found = await work.read(async (sql) => {
      const findings: { subject: string; detail: string }[] = [...(gas ?? [])]
      for (const asset of assets) findings.push(...(await checkAsset(sql, asset, position)))
      return findings
    })
    const at = clock.now()
    await work.write(async (tx) => {
      const differences = found.map(({ subject, detail }) => ({
        check: 'R7' as const,
        subject,
        detail: `${detail}, at block ${block}`,
        companyId: null,
      }))
      const unknown = await listUnknownTransfers(tx.sql, network)
      // Only the booking of gas knows whether the book has coins for it.
      const lack = lackOfGas(gasAsset)
      const unread = gas === null ? [{ subject: gasAsset }] : []
      const except = [...found, ...unknown.map(unknownTransfer), lack, ...unread].map(
        ({ subject }) => subject,
      )
      await endFindings(tx.sql, { check: 'R7', at, except })
      await recordFindings(tx, differences, { ids, at })
      const { addresses } = position
      await recordSuccess(tx.sql, names, { at, covered: addresses, total: addresses })
    })
    return { againAt: after(at, found.length > 0 ? againSoonMs : everyMs), payload: {} }
  }

  const goOn = async (work: Work, position: Position): Promise<NextRun> => {
    const next = (changed: Partial<Position>) => ({
      againAt: clock.now(),
      payload: stored({ ...position, ...changed }),
    })
    const addresses = await work.read((sql) => listNext(sql, position))
    const last = addresses.at(-1)
    if (last !== undefined) return next({ ...(await withBalances(position, addresses)), after: last })
    return position.phase === 'paid' ? next({ phase: 'unpaid', after: '' }) : end(work, position)
  }

  /** Starts at the newest block that is final and that the scanner has read. */
  const start = async (work: Work): Promise<NextRun> => {
    await work.write(({ sql }) => recordStart(sql, names, clock.now()))
    const head = await rail.readHead().catch(() => null)
    if (!head) {
      await recordSilence(work, names, 'chain')
      return { againAt: after(clock.now(), whileUnreadMs), payload: {} }
    }
    const { finalized } = head
    const read = await work.read((sql) => readLastBlock(sql, { network, below: finalized + 1n }))
    if (!read) return { againAt: after(clock.now(), whileUnreadMs), payload: {} }
    const startedAt = clock.now()
    const empty: Position = {
      startedAt,
      block: read.number,
      phase: 'paid',
      after: '',
      addresses: 0,
      units: {},
    }
    return goOn(work, await withBalances(empty, [rail.treasury, rail.payoutWallet]))
  }

  return ({ payload }, work) => {
    const { data: position } = Position.safeParse(payload)
    const isYoung = position && after(position.startedAt, longestMs) > clock.now()
    return isYoung ? goOn(work, position) : start(work)
  }
}
