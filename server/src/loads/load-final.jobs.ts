import { readLoadSettings } from './load-facts.ts'
import { readKyc } from '../kyc/kyc-standing.ts'
import { readBusinessCalendar } from '../calendar/business-calendar.sql.ts'
import type { BusinessCalendar } from '../calendar/business-time.ts'
import { after, type Clock } from '../kernel/clock.ts'
import type { Queries } from '../kernel/queries.ts'
import type { Ids } from '../kernel/ids.ts'
import type { JobHandler, Work, WriteTransaction } from '../kernel/jobs.ts'
import type { Plan } from '../kernel/plan.ts'
import { applyTransition } from '../kernel/states.ts'
import { readScannedUntil } from './chain-blocks.sql.ts'
import { readTransfer, readTransfers, screenedPaymentOf, type TransferRow } from './chain-transfers.sql.ts'
import { createReadRates } from './current-rates.ts'
import { createFurtherPayments, isOwnLoadOf, moneyIsUsed, otherCoinsOf, worthOf } from './further-payments.ts'
import { decideLoad, payingDeposits, type FinalDeposit, type LoadGuards } from './load-decision.ts'
import { readLoadLimit, readSmallestLoad } from './load-limits.ts'
import type { LoadsNeeds } from './load-needs.ts'
import { acceptPlan, depositPlan, joined, reviewPlan, setAsideJob, waitPlan } from './load-plans.ts'
import { isDeposit, priceDeposits, type CurrentRates, type Deposit } from './load-pricing.ts'
import { grossOf, isInTime, lastBlockTime } from './load-quote.ts'
import { isLoad, ledgerDecimals, payerOf, type PaymentRecord } from './load-record.ts'
import { loadTransitions } from './load-status.ts'
import { topUpNews } from './load-step.ts'
import type { TopUpTerms } from './top-up-payments.ts'
import { insertHistory, lockPayment, readPayment } from './loads.sql.ts'
import { inPresentBooks, readBooksOfLoad, readPresentBooks, type PresentBooks } from './present-books.sql.ts'

/** How often a load whose time is over checks whether the rest of its money is final. */
const whileNotFinalMs = 60_000

/** How often the lists are requested again about a wallet while they do not answer. */
const whileNotScreenedMs = 60_000

type Deps = { readonly ids: Ids; readonly clock: Clock; readonly needs: LoadsNeeds }

export const createFinalJobs = ({ ids, clock, needs }: Deps) => {
  const { setAside } = createFurtherPayments({ ids, clock, needs })
  const readRates = createReadRates({ needs, clock })

  const readGuards = async (
    sql: Queries,
    { load, terms, grossCents }: { load: PaymentRecord; terms: TopUpTerms | null; grossCents: bigint },
  ): Promise<LoadGuards> => {
    // A company is known by the person who set it up: nobody checks its identity again.
    if (terms) return { isVerified: true, isHeldByKyc: false, limit: terms.limitOf(grossCents) }
    if (!isLoad(load)) throw new Error('A payment for a wallet has terms')
    const kyc = await readKyc(sql, load.userId)
    const limit = await readLoadLimit(sql, { load, grossCents, now: clock.now() })
    return { isVerified: kyc.isVerified, isHeldByKyc: kyc.isHeld, limit }
  }
  type PaidDeposit = Deposit & FinalDeposit
  type FinalPayment = {
    load: PaymentRecord
    /** Null: it is for a card. */
    terms: TopUpTerms | null
    deposits: PaidDeposit[]
    paying: readonly PaidDeposit[]
    calendar: BusinessCalendar
    guards: LoadGuards
    books: PresentBooks
    isMoreComing: boolean
    isExcessSmall: boolean
    isOtherCoinLittle: boolean
    /** All transfers together are worth less than a cent: they are booked, and no decision is needed. */
    isWorthless: boolean
    /** The scanner has read past the quote's end, so it will find nothing in time any more (providers §5). */
    isTimeRead: boolean
  }

  /** A load with the other coins that were sent to it. Their rates are requested before the decision. */
  const readLoadAndCoins = async (sql: Queries, loadId: string) => {
    const load = await readPayment(sql, loadId)
    const transfers = load ? await readTransfers(sql, loadId) : []
    return { load, otherCoins: load ? otherCoinsOf(load, transfers.filter(isDeposit)) : [] }
  }

  const worthsOf = (load: PaymentRecord, deposits: readonly Deposit[], current: CurrentRates) => {
    const sumOf = (list: readonly Deposit[]) => {
      const worths = list.map((row) => worthOf({ load, assets: needs.rail.assets, current }, row))
      return worths.reduce((sum, each) => (sum === null || each === null ? null : sum + each), 0n)
    }
    const units = deposits
      .filter(({ asset }) => asset === load.asset)
      .reduce((sum, row) => sum + row.units, 0n)
    const own = worthOf({ load, assets: [], current }, { asset: load.asset, units })
    return { own, other: sumOf(deposits.filter(({ asset }) => asset !== load.asset)) }
  }

  /** The load with its final deposits, and, with `also`, with this one added. */
  const readPaid = (
    work: Work,
    of: { loadId: string; also: TransferRow | null; current: CurrentRates },
  ): Promise<FinalPayment | null> =>
    work.read(async (sql) => {
      const { loadId, also, current } = of
      const load = await readPayment(sql, loadId)
      if (!load) return null
      const transfers = await readTransfers(sql, loadId)
      const final = transfers
        .map((row) => (row.id === also?.id ? also : row))
        .filter((row) => row.status === 'final' || row.id === also?.id)
        .filter(isDeposit)
      const isMoreComing = transfers.some(
        (row) =>
          row.status === 'seen' &&
          isDeposit(row) &&
          row.id !== also?.id &&
          isInTime({ blockTime: row.blockTime, expiresAt: load.expiresAt }),
      )
      const scannedUntil = await readScannedUntil(sql, load.network)
      const deposits = final.map((row) => ({ ...row, isScreenedOut: row.screenedOut }))
      const paying = payingDeposits(load, deposits)
      const units = paying.reduce((sum, row) => sum + row.units, 0n)
      const grossCents = grossOf({ units, rate: load.rate, ledgerDecimals: ledgerDecimals(load) })
      const { smallExcessCents } = await readLoadSettings(sql)
      const worths = worthsOf(load, deposits, current)
      const terms = isLoad(load) ? null : await needs.topUps.read(sql, { payment: load, now: clock.now() })
      const smallestCents = isLoad(load) ? await readSmallestLoad(sql, load) : (terms?.minimumCents ?? 0n)
      return {
        load,
        terms,
        deposits,
        paying,
        isMoreComing,
        isExcessSmall: grossCents - load.grossCents <= smallExcessCents,
        isOtherCoinLittle: worths.other === null || worths.other < smallestCents,
        isWorthless: worths.own === 0n && worths.other === 0n,
        isTimeRead: scannedUntil !== null && scannedUntil > lastBlockTime(load.expiresAt),
        calendar: await readBusinessCalendar(sql),
        guards: await readGuards(sql, { load, terms, grossCents }),
        books: isLoad(load) ? await readBooksOfLoad(sql, load) : new Map(),
      }
    })

  const decisionPlan = (paid: FinalPayment): Plan => {
    const { load, deposits, paying, calendar } = paid
    const decided = decideLoad({ ...paid, isTimeOver: paid.isTimeRead })
    const step = { ids, load, now: clock.now() }
    if (decided.decision === 'review') return reviewPlan({ ...step, exception: decided.exception })
    // While more money in time is becoming final, no rest is requested from the payer.
    if (decided.decision === 'wait')
      return waitPlan({ ...step, exception: paid.isMoreComing ? load.exception : decided.exception })
    const parts = priceDeposits(load, paying, {
      assets: needs.rail.assets,
      current: () => null,
      ofPart: null,
    })
    if (!parts) throw new Error('A load that is accepted at once has no rate for a deposit')
    const accepting = { ...step, calendar, parts, exception: decided.exception ?? load.exception }
    const plan = isLoad(load) ? acceptPlan({ ...accepting, load }) : paid.terms?.plan(accepting)
    if (!plan) throw new Error('A payment for a wallet has terms')
    const accepted = inPresentBooks(plan, paid.books)
    const unused = deposits.filter((row) => !paying.includes(row))
    return { ...accepted, jobs: [...(accepted.jobs ?? []), ...unused.map(({ id }) => setAsideJob(id))] }
  }

  const applyOrRetry = async (work: Work, plan: Plan) => {
    const outcome = await work.apply(plan)
    // The load or the transfer changed meanwhile: the job runs again and reads the change.
    if (outcome.outcome === 'guard_failed') throw new Error(`A ${outcome.table} has changed meanwhile`)
    if (outcome.outcome !== 'posted' && outcome.outcome !== 'replayed')
      throw new Error(`Refused: ${outcome.outcome}`)
  }

  /** Handles a final transfer: books it in any case, and decides about its load in the same transaction. */
  const transferFinal: JobHandler = async ({ payload }, work) => {
    const { seen, otherCoins, known } = await work.read(async (sql) => {
      const found = await readTransfer(sql, String(payload['transferId']))
      const of = found?.loadId ? await readLoadAndCoins(sql, found.loadId) : null
      return { seen: found, otherCoins: of?.otherCoins ?? [], known: of?.load ?? null }
    })
    if (!seen || seen.status !== 'seen') return
    const block = await needs.rail.readBlock(seen.blockNumber)
    if (block.hash !== seen.blockHash) return
    const payment = screenedPaymentOf(seen)
    const screened = payment ? await needs.paymentScreening.screen(work, payment) : 'cleared'
    if (screened === 'later') return { againAt: after(clock.now(), whileNotScreenedMs) }
    const transfer = { ...seen, status: seen.status, screenedOut: screened === 'not_cleared' }
    const payer = known && payerOf(known)
    const books =
      known && isLoad(known) ? await work.read((sql) => readPresentBooks(sql, [known.userId])) : new Map()
    const deposit = depositPlan({ transfer, network: transfer.network, payer, now: clock.now() })
    const booked = inPresentBooks(deposit, books)
    if (!transfer.loadId || !isDeposit(transfer)) return applyOrRetry(work, booked)
    const current = await readRates(otherCoins, work.read)
    const paid = await readPaid(work, { loadId: transfer.loadId, also: transfer, current })
    if (!paid || isOwnLoadOf(paid.load, transfer.id)) return applyOrRetry(work, booked)
    if (moneyIsUsed(paid.load)) {
      // The load comes first: after a crash between the two steps the transfer is still unbooked, and the job
      // finds it.
      await setAside(work, { load: paid.load, transfer, current })
      return applyOrRetry(work, booked)
    }
    return applyOrRetry(work, paid.isWorthless ? booked : joined(booked, decisionPlan(paid)))
  }

  /**
   * A deposit that was final before its load was accepted, and did not pay the load, becomes a separate load.
   */
  const setAsideUnused: JobHandler = async ({ payload }, work) => {
    const { transfer, load, otherCoins } = await work.read(async (sql) => {
      const found = await readTransfer(sql, String(payload['transferId']))
      const known = found?.loadId ? await readLoadAndCoins(sql, found.loadId) : null
      return { transfer: found, load: known?.load ?? null, otherCoins: known?.otherCoins ?? [] }
    })
    if (!transfer || !load || !isDeposit(transfer) || isOwnLoadOf(load, transfer.id)) return
    await setAside(work, { load, transfer, current: await readRates(otherCoins, work.read) })
  }

  const expire = async (tx: WriteTransaction, load: PaymentRecord) => {
    const now = await lockPayment(tx.sql, load.id)
    if (now?.status !== load.status || (now.status !== 'quoted' && now.status !== 'detected')) return
    const event = now.status === 'quoted' ? 'load.expired' : 'load.undetected_after_time'
    await applyTransition(tx.sql, loadTransitions, now, event)
    await insertHistory(tx.sql, { id: ids.next(), load, status: 'expired', exception: null, at: clock.now() })
    const { companyId, userId, ref } = load
    const status = { before: { status: now.status }, after: { status: 'expired' } }
    tx.recordChange({ entity: 'load', entityId: load.id, companyId, userId, ...status })
    tx.emit(
      isLoad(load)
        ? { type: 'load.expired', entityId: load.id, companyId, userId, payload: { ref } }
        : topUpNews(load, 'topup.payment_changed'),
    )
  }

  /**
   * The quote's time and grace period are over: the load expires if nothing came, and is decided if a part is
   * final.
   */
  const timeOver: JobHandler = async ({ payload }, work) => {
    const loadId = String(payload['loadId'])
    const { otherCoins } = await work.read((sql) => readLoadAndCoins(sql, loadId))
    const current = await readRates(otherCoins, work.read)
    const paid = await readPaid(work, { loadId, also: null, current })
    // It is too early: the scanner starts this job again when it has read far enough.
    if (!paid?.isTimeRead) return
    const { load, deposits } = paid
    if (load.status !== 'quoted' && load.status !== 'detected') return
    const isNotFinal = load.status === 'detected' && deposits.length === 0
    if (paid.isMoreComing || isNotFinal) return { againAt: after(clock.now(), whileNotFinalMs) }
    if (paid.isWorthless) return work.write((tx) => expire(tx, load))
    await applyOrRetry(work, decisionPlan(paid))
  }
  return { transferFinal, setAsideUnused, timeOver }
}
