import type { BusinessCalendar } from '../calendar/business-time.ts'
import { splitOf } from '../fees/fee-split.ts'
import { after, type Clock } from '../kernel/clock.ts'
import type { Queries } from '../kernel/database.ts'
import type { Ids } from '../kernel/ids.ts'
import type { JobHandler, Work, WriteTransaction } from '../kernel/jobs.ts'
import type { Plan } from '../kernel/plan.ts'
import { publicRef } from '../kernel/ids.ts'
import type { ScreenedPayment } from '../screening/payment-screening.ts'
import { decideLoad, type LoadGuards } from './load-decision.ts'
import { readLoadLimit } from './load-limits.ts'
import type { LoadsNeeds } from './load-needs.ts'
import { acceptPlan, depositPlan, reviewPlan, waitPlan } from './load-plans.ts'
import { isDeposit, priceDeposits, type Deposit } from './load-pricing.ts'
import { grossOf, isInTime, lastBlockTime } from './load-quote.ts'
import { ledgerDecimals, type LoadRecord } from './load-record.ts'
import {
  copyLoadForFurtherPayment,
  insertHistory,
  moveLoad,
  readLoadById,
  readScannedUntil,
  readTransfers,
  type TransferRow,
} from './loads.sql.ts'

/** How often a load whose time is over asks whether the rest of its money is final. */
const whileNotFinalMs = 60_000

/** How often the lists are asked again about a wallet while they are silent. */
const whileNotScreenedMs = 60_000

type Deps = { readonly ids: Ids; readonly clock: Clock; readonly needs: LoadsNeeds }

const readTransfer = (sql: Queries, id: string) =>
  sql.maybe<TransferRow & { network: string }>('select * from chain_transfer where id = $1', [id])

/** What is to be known of a payment's wallet; null for a transfer that nobody ordered. */
const screenedPaymentOf = (row: TransferRow): ScreenedPayment | null =>
  row.load_id && row.company_id && row.user_id
    ? {
        transferId: row.id,
        loadId: row.load_id,
        companyId: row.company_id,
        userId: row.user_id,
        sender: row.sender,
        seenAt: row.seen_at,
      }
    : null

/** A payment after the first was used is a load of its own, in review (domain §15). */
const moneyIsUsed = (load: LoadRecord) =>
  !['quoted', 'detected', 'cancelled', 'expired'].includes(load.status)

/** The load that was made of this further payment alone, by an earlier try. */
const isOwnLoadOf = (load: LoadRecord, transferId: string) => load.address.endsWith(`#${transferId}`)

const worthOf = (load: LoadRecord, { units }: Deposit): bigint =>
  grossOf({ units, rate: load.rate, ledgerDecimals: ledgerDecimals(load) })

/** Strangers send such amounts to addresses that they see on the chain. It is booked, and nobody has to decide. */
const isBelowACent = (load: LoadRecord, transfer: Deposit): boolean =>
  transfer.asset === load.asset && worthOf(load, transfer) === 0n

/** Amounts of a further payment at the rate of its first; of another coin those of the first are kept. */
const amountsOf = (load: LoadRecord, transfer: Deposit) => {
  const { dueUnits, grossCents, feeCents, netCents } = load
  const kept = { dueUnits, grossCents, feeCents, netCents }
  if (transfer.asset !== load.asset) return kept
  const { units } = transfer
  const came = worthOf(load, transfer)
  const split = splitOf({ grossCents: came, rates: load.rates, chain: load.chain })
  return split.netCents > 0n ? { ...split, dueUnits: units } : kept
}

export const createFinalJobs = ({ ids, clock, needs }: Deps) => {
  const readGuards = async (sql: Queries, load: LoadRecord, grossCents: bigint): Promise<LoadGuards> => {
    const kyc = await needs.readKyc(sql, load.userId)
    const limit = await readLoadLimit(sql, { load, grossCents, now: clock.now(), needs })
    const isScreenedOut = await needs.paymentScreening.isScreenedOut(sql, load.id)
    return { isVerified: kyc.isVerified, isHeldByKyc: kyc.isHeld, isScreenedOut, limit }
  }
  type Paid = {
    load: LoadRecord
    deposits: Deposit[]
    calendar: BusinessCalendar
    guards: LoadGuards
    /** A block has more that is in time: it is waited for until that is final, or gone. */
    isMoreComing: boolean
    isExcessSmall: boolean
    /** The scanner has read past the quote's end: nothing that it will find is in time (providers). */
    isTimeRead: boolean
  }

  /** The load with its final deposits, as they are now or, with `also`, as they will be with this one. */
  const readPaid = (work: Work, loadId: string, also: TransferRow | null): Promise<Paid | null> =>
    work.read(async (sql) => {
      const load = await readLoadById(sql, loadId)
      if (!load) return null
      const transfers = await readTransfers(sql, loadId)
      const final = transfers.filter((row) => row.status === 'final' || row.id === also?.id)
      const isMoreComing = transfers.some(
        (row) =>
          row.status === 'seen' &&
          isDeposit(row) &&
          row.id !== also?.id &&
          isInTime({ blockTime: row.block_time, expiresAt: load.expiresAt }),
      )
      const scannedUntil = await readScannedUntil(sql, load.network)
      const deposits = final.filter(isDeposit)
      const ours = deposits.filter(({ asset }) => asset === load.asset)
      const units = ours.reduce((sum, row) => sum + row.units, 0n)
      const grossCents = grossOf({ units, rate: load.rate, ledgerDecimals: ledgerDecimals(load) })
      const { smallExcessCents } = await needs.readLoadSettings(sql)
      return {
        load,
        deposits,
        isMoreComing,
        isExcessSmall: grossCents - load.grossCents <= smallExcessCents,
        isTimeRead: scannedUntil !== null && scannedUntil > lastBlockTime(load.expiresAt),
        calendar: await needs.readCalendar(sql),
        guards: await readGuards(sql, load, grossCents),
      }
    })

  const decisionPlan = (paid: Paid): Plan => {
    const { load, deposits, guards, calendar } = paid
    const now = clock.now()
    const isTimeOver = paid.isTimeRead && !paid.isMoreComing
    const facts = deposits.map((row) => ({
      id: row.id,
      asset: row.asset,
      units: row.units,
      blockTime: row.block_time,
    }))
    const { isExcessSmall } = paid
    const decided = decideLoad({ load, deposits: facts, isTimeOver, isExcessSmall, guards })
    const step = { ids, load, now }
    if (decided.decision === 'review') return reviewPlan({ ...step, exception: decided.exception })
    // While more that is in time becomes final, nobody is asked for a rest.
    if (decided.decision === 'wait')
      return waitPlan({ ...step, exception: paid.isMoreComing ? load.exception : decided.exception })
    const parts = priceDeposits(load, deposits, { assets: needs.rail.assets, current: () => null })
    if (!parts) throw new Error('What is accepted without a question has the rate of its quote')
    return acceptPlan({ ...step, calendar, parts, exception: decided.exception ?? load.exception })
  }

  const joined = (first: Plan, second: Plan): Plan => ({
    journals: [...first.journals, ...second.journals],
    moves: [...(first.moves ?? []), ...(second.moves ?? [])],
    rows: [...(first.rows ?? []), ...(second.rows ?? [])],
    events: [...(first.events ?? []), ...(second.events ?? [])],
    jobs: [...(first.jobs ?? []), ...(second.jobs ?? [])],
  })

  const applyOrRetry = async (work: Work, plan: Plan) => {
    const outcome = await work.apply(plan)
    // The load or the transfer moved meanwhile: the job runs again and sees it.
    if (outcome.outcome === 'guard_failed') throw new Error(`A ${outcome.table} moved meanwhile`)
    if (outcome.outcome !== 'posted' && outcome.outcome !== 'replayed')
      throw new Error(`Refused: ${outcome.outcome}`)
  }

  const furtherPayment = (work: Work, facts: { load: LoadRecord; transfer: Deposit }) =>
    work.write(async ({ sql, emit }) => {
      const id = ids.next()
      const ref = publicRef('L', id)
      const at = clock.now()
      const { companyId, userId } = facts.load
      await copyLoadForFurtherPayment(sql, {
        id,
        ref,
        from: facts.load.id,
        transferId: facts.transfer.id,
        at,
        amounts: amountsOf(facts.load, facts.transfer),
      })
      await insertHistory(sql, {
        id: ids.next(),
        load: { id, companyId, userId },
        status: 'review',
        exception: 'second_payment',
        at,
      })
      emit({
        type: 'load.set_aside',
        entity: 'load',
        entityId: id,
        companyId,
        userId,
        payload: { ref, exception: 'second_payment' },
      })
    })

  /** A transfer is below finality: booked always, then its load decided in the same transaction. */
  const transferFinal: JobHandler = async ({ payload }, work) => {
    const transfer = await work.read((sql) => readTransfer(sql, String(payload['transferId'])))
    if (!transfer || transfer.status !== 'seen') return
    const block = await needs.rail.readBlock(transfer.block_number)
    if (block.hash !== transfer.block_hash) return
    const screened = screenedPaymentOf(transfer)
    if (screened && (await needs.paymentScreening.screen(work, screened)) === 'later')
      return { againAt: after(clock.now(), whileNotScreenedMs) }
    const payer =
      transfer.user_id && transfer.company_id
        ? { userId: transfer.user_id, companyId: transfer.company_id }
        : null
    const booked = depositPlan({ transfer, network: transfer.network, payer, now: clock.now() })
    const paid =
      transfer.load_id && isDeposit(transfer) ? await readPaid(work, transfer.load_id, transfer) : null
    if (!paid || !isDeposit(transfer)) return applyOrRetry(work, booked)
    if (isOwnLoadOf(paid.load, transfer.id)) return applyOrRetry(work, booked)
    if (moneyIsUsed(paid.load)) {
      // The load first: after a crash between the two the transfer is still to be booked, and finds it.
      if (!isBelowACent(paid.load, transfer)) await furtherPayment(work, { load: paid.load, transfer })
      return applyOrRetry(work, booked)
    }
    return applyOrRetry(work, joined(booked, decisionPlan(paid)))
  }

  const expire = async (tx: WriteTransaction, load: LoadRecord) => {
    if (!(await moveLoad(tx.sql, { id: load.id, from: 'quoted', to: 'expired' }))) return
    await insertHistory(tx.sql, { id: ids.next(), load, status: 'expired', exception: null, at: clock.now() })
    const { companyId, userId, ref } = load
    tx.emit({ type: 'load.expired', entity: 'load', entityId: load.id, companyId, userId, payload: { ref } })
  }

  /** The quote's time and its grace are over: expired when nothing was seen, decided when a part is final. */
  const timeOver: JobHandler = async ({ payload }, work) => {
    const paid = await readPaid(work, String(payload['loadId']), null)
    // Too early: the scanner asks again when it has come so far.
    if (!paid?.isTimeRead) return
    if (paid.load.status === 'quoted') return work.write((tx) => expire(tx, paid.load))
    if (paid.load.status !== 'detected') return
    if (paid.isMoreComing || paid.deposits.length === 0)
      return { againAt: after(clock.now(), whileNotFinalMs) }
    await applyOrRetry(work, decisionPlan(paid))
  }
  return { transferFinal, timeOver }
}
