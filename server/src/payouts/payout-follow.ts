import { after } from '../kernel/clock.ts'
import type { Work } from '../kernel/jobs.ts'
import { applyTransition } from '../kernel/states.ts'
import type { FinalUse } from '../providers/rail/payout-port.ts'
import type { PaymentToSign } from '../providers/signer/port.ts'
import type { PayoutAttempt } from './payout.ts'
import { confirmedPart, failedPart, joinParts, type OpenPayout } from './payout-plans.ts'
import { readSigned, type PayoutDeps } from './payout-send.ts'
import { payoutTransitions } from './payout-status.ts'
import { laterThan } from './payout-pause.ts'
import { contractUnitsOf, raisedFees } from './payout-units.ts'
import {
  insertReplacement,
  readAttempt,
  readTransactions,
  recordWait,
  type PayoutTransaction,
} from './payouts.sql.ts'

/** A transaction that no block takes for so long is replaced by one with higher fees. */
const stuckMs = 180_000
const mostReplacements = 10

/** Follows an attempt until it is final: the same bytes again, the same nonce with higher fees, never a new nonce. */
export const createFollowPayout = (deps: PayoutDeps) => {
  const { rail, signer, ids, clock, log } = deps

  const mark = async (work: Work, payout: OpenPayout, event: 'payout.lost' | 'payout.found') => {
    const isNew = event === 'payout.lost' ? payout.status === 'sending' : payout.status === 'unknown'
    if (!isNew) return
    const change = { set: { updatedAt: clock.now() }, guard: { attempt: payout.attempt } }
    await work.write(({ sql }) => applyTransition(sql, payoutTransitions, payout, event, change))
  }

  /** Sends stored bytes. Only the chain can say later what became of them. */
  const broadcast = async (work: Work, payout: OpenPayout, signedBytes: string) => {
    const outcome = await rail.broadcastSigned(signedBytes)
    if (outcome === 'accepted') return mark(work, payout, 'payout.found')
    log.warn('The node did not accept a payout', { payoutId: payout.id, outcome })
    // Whether it was refused or not heard, no answer proves that nobody has the bytes.
    return mark(work, payout, 'payout.lost')
  }

  const end = async (
    work: Work,
    payout: OpenPayout,
    of: { attempt: PayoutAttempt; use: FinalUse; isOurs: boolean },
  ) => {
    const { attempt, use, isOurs } = of
    const owner = deps.ownerOf(payout.ownerKind)
    const now = clock.now()
    const ended = { ...attempt, txHash: use.txHash, blockNumber: use.blockNumber }
    const plan = await work.read(async (sql) => {
      if (isOurs && use.isOk) {
        const part = await owner.onConfirmed(sql, payout, ended)
        return joinParts(part, confirmedPart(now, payout, { attempt, use }))
      }
      const { part, again } = await owner.onFailed(sql, payout, ended)
      const outcome = isOurs ? ('reverted' as const) : ('replaced' as const)
      return joinParts(part, failedPart(now, payout, { attempt, use, outcome, again }))
    })
    const { outcome } = await work.apply(plan)
    if (outcome === 'posted') return
    log.warn('The end of a payout was not booked and is decided again', { payoutId: payout.id, outcome })
    const wait = { reason: 'not_booked', nextAt: laterThan(payout, 'not_booked', now), at: now } as const
    await work.write(({ sql }) => recordWait(sql, payout, wait))
  }

  const replace = async (
    work: Work,
    payout: OpenPayout,
    of: { attempt: PayoutAttempt; newest: PayoutTransaction },
  ) => {
    const { attempt, newest } = of
    const token = rail.assets.find(({ symbol }) => symbol === payout.asset)
    if (!signer || !token || attempt.replacement >= mostReplacements) return
    const { tokenAddress, decimals } = token
    const units = contractUnitsOf({ units: attempt.units, residue: payout.residue }, decimals)
    const former = { maxFeeWei: BigInt(newest.maxFeeWei), tipWei: BigInt(newest.tipWei) }
    const fees = raisedFees(former, await rail.readFees())
    const estimate = await rail.estimateTransfer({ tokenAddress, to: payout.toAddress, contractUnits: units })
    const { gas: formerGas } = await rail.decode(newest.signedBytes)
    const gas = estimate !== null && estimate > formerGas ? estimate : formerGas
    const what = {
      payoutId: payout.id,
      nonce: attempt.nonce,
      token: tokenAddress,
      to: payout.toAddress,
      units,
    }
    const payment: PaymentToSign = { ...what, gas, ...fees, replaces: newest.txHash, failedNonce: null }
    const answer = await signer.signPayment(payment)
    if (answer.outcome !== 'ok') {
      log.warn('A stuck payout could not be replaced', { payoutId: payout.id, outcome: answer.outcome })
      return
    }
    const signed = await readSigned(rail, payment, answer)
    const { signedBytes } = answer
    const stored = { id: ids.next(), signed, signedBytes, at: clock.now() }
    const isStored = await work.write(({ sql }) => insertReplacement(sql, attempt, stored))
    if (isStored) await broadcast(work, payout, signedBytes)
  }

  return async (work: Work, payout: OpenPayout): Promise<void> => {
    const { attempt, transactions } = await work.read(async (sql) => {
      const found = await readAttempt(sql, payout)
      return { attempt: found, transactions: found ? await readTransactions(sql, found.id) : [] }
    })
    const [newest] = transactions
    if (!attempt || !newest) throw new Error(`Payout ${payout.id} is sent and has no signed transaction`)
    const use = await rail.findFinalUse(attempt.nonce)
    if (use) {
      const isOurs = transactions.some(({ txHash }) => txHash === use.txHash)
      return end(work, payout, { attempt, use, isOurs })
    }
    for (const { txHash } of transactions) {
      const seen = await rail.findPending(txHash)
      if (!seen) continue
      if (seen.blockNumber !== null) return mark(work, payout, 'payout.found')
      const isStuck = after(newest.signedAt, stuckMs) <= clock.now()
      return isStuck ? replace(work, payout, { attempt, newest }) : mark(work, payout, 'payout.found')
    }
    return broadcast(work, payout, newest.signedBytes)
  }
}
