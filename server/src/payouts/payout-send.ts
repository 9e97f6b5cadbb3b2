import { after, type Clock } from '../kernel/clock.ts'
import { applyUpdate, guardedUpdate } from '../kernel/guarded-update.ts'
import type { Ids } from '../kernel/ids.ts'
import type { Work } from '../kernel/jobs.ts'
import type { Log } from '../kernel/log.ts'
import { readNatural } from '../ledger/operator-balances.ts'
import type { PaymentAsset, RailPort } from '../providers/rail/port.ts'
import type { SignedPayment } from '../providers/rail/payout-port.ts'
import type { PaymentToSign, SignerPort } from '../providers/signer/port.ts'
import type { Payout, PayoutOwner } from './payout.ts'
import type { PayoutChecks } from './payout-checks.ts'
import { joinParts, sentPart, stoppedPart, type WaitingPayout } from './payout-plans.ts'
import { laterThan } from './payout-pause.ts'
import { contractUnitsOf } from './payout-units.ts'
import { readUnitsUnderWay, readUnmined } from './payout-funds.sql.ts'
import { readAttempt, readLastNonce, readPayout, recordWait } from './payouts.sql.ts'

export type PayoutDeps = {
  readonly rail: RailPort
  /** Null: none is configured, and payouts wait. */
  readonly signer: SignerPort | null
  readonly checks: PayoutChecks
  readonly ownerOf: (kind: Payout['ownerKind']) => PayoutOwner
  readonly ids: Ids
  readonly clock: Clock
  readonly log: Log
}

const waitMs = 60_000
/** A node stores few transactions of a wallet that wait for a block, and the signer signs no nonce far above the next one. */
const mostUnmined = 48n
/** What ends by itself or by an easy deed. Everything else is tried again after longer and longer pauses. */
const usual: readonly Payout['reason'][] = ['no_funds', 'no_gas', 'signer_silent', 'screening_waits']

/** Bytes that say something else than what was requested are never stored: the signer is wrong. */
export class WrongSignature extends Error {
  override name = 'WrongSignature'
}

/** What signed bytes say, if they are exactly the requested payment. Throws WrongSignature. */
export const readSigned = async (
  rail: RailPort,
  payment: PaymentToSign,
  { txHash, signedBytes }: { readonly txHash: string; readonly signedBytes: string },
): Promise<SignedPayment> => {
  const signed = await rail.decode(signedBytes)
  const isRight =
    signed.txHash === txHash &&
    signed.from === rail.payoutWallet &&
    signed.chainId === rail.chainId &&
    signed.nonce === payment.nonce &&
    signed.tokenAddress === payment.token &&
    signed.value === 0n &&
    signed.data.toLowerCase() === rail.transferData(payment.to, payment.units).toLowerCase()
  if (!isRight) throw new WrongSignature('The signer answered with another payment than was requested')
  return signed
}

/** Starts the next attempt of a payout: decided, screened, signed and stored. It is broadcast after that. */
export const createSendPayout = (deps: PayoutDeps) => {
  const { rail, signer, checks, ids, clock, log } = deps

  const wait = async (work: Work, payout: WaitingPayout, reason: NonNullable<Payout['reason']>) => {
    const at = clock.now()
    const nextAt = usual.includes(reason) ? after(at, waitMs) : laterThan(payout, reason, at)
    await work.write(({ sql }) => recordWait(sql, payout, { reason, nextAt, at }))
    return 'waits' as const
  }

  const stop = async (work: Work, payout: WaitingPayout, reason: 'screened_out' | 'withdrawn') => {
    const part = await work.read((sql) => deps.ownerOf(payout.ownerKind).onStopped(sql, payout))
    await work.apply(joinParts(part, stoppedPart(clock.now(), payout, reason)))
    return 'waits' as const
  }

  /** Whether the book and the chain have the money, beyond what is already under way. */
  const hasFunds = async (work: Work, payout: Payout, token: PaymentAsset): Promise<boolean> => {
    const { network, asset, units } = payout
    const { booked, underWay } = await work.read(async (sql) => ({
      booked: await readNatural(sql, { codes: ['crypto.payout'], asset: `${asset}@${network}` }),
      underWay: await readUnitsUnderWay(sql, { network, asset }),
    }))
    if (booked < underWay + units) return false
    const { head } = await rail.readHead()
    const { tokenAddress, decimals } = token
    const addresses = [rail.payoutWallet]
    const [onChain = 0n] = await rail.readBalances({ tokenAddress, addresses, block: head })
    // The balance is already less by what is in a block, final or not.
    const from = await rail.readNonce(head)
    const unmined = await work.read((sql) => readUnmined(sql, { network, asset, from }))
    return onChain >= contractUnitsOf(payout, decimals) + contractUnitsOf(unmined, decimals)
  }

  /** Fixes the units of the next attempt, so that after a crash the same amount is signed. Null: it must not be sent. */
  const prepare = async (work: Work, payout: WaitingPayout): Promise<WaitingPayout | null> => {
    const n = payout.attempt + 1
    const owner = deps.ownerOf(payout.ownerKind)
    const midRate = await owner.readRate(payout)
    const prepared = await work.read((sql) => owner.prepareSend(sql, payout, { n, midRate }))
    if (!prepared) return null
    if (payout.prepared === n) return payout
    const { id, attempt, status } = payout
    const set = { units: prepared.units, prepared: n }
    await work.write(({ sql }) =>
      applyUpdate(sql, guardedUpdate({ table: 'payout', id, from: { attempt, status }, set })),
    )
    return { ...payout, ...set }
  }

  const screen = async (work: Work, payout: WaitingPayout): Promise<'clear' | 'checking' | 'waits'> => {
    const check = checks.use(payout)
    if (!check) return 'checking'
    const { result, checked } = check
    if (result === 'clear') return 'clear'
    if (result === 'unavailable') {
      if (!checked) log.warn('A payout waits: no service screens wallets', { payoutId: payout.id })
      return wait(work, payout, 'screening_waits')
    }
    return stop(work, payout, 'screened_out')
  }

  /** Null: so many payments wait for a block that no further one is signed now. */
  const paymentOf = async (
    work: Work,
    payout: WaitingPayout,
    token: PaymentAsset,
  ): Promise<PaymentToSign | 'no_gas' | 'transfer_refused' | null> => {
    const { tokenAddress, decimals } = token
    const units = contractUnitsOf(payout, decimals)
    const { last, former } = await work.read(async (sql) => ({
      last: await readLastNonce(sql, rail.network),
      former: await readAttempt(sql, payout),
    }))
    const mined = await rail.readNonce()
    const nonce = last !== null && last >= mined ? last + 1n : mined
    if (nonce - mined >= mostUnmined) return null
    const fees = await rail.readFees()
    const gas = await rail.estimateTransfer({ tokenAddress, to: payout.toAddress, contractUnits: units })
    if (gas === null) return 'transfer_refused'
    if ((await rail.readGasBalance()) < gas * fees.maxFeeWei) return 'no_gas'
    const what = { payoutId: payout.id, nonce, token: tokenAddress, to: payout.toAddress, units }
    return { ...what, gas, ...fees, replaces: null, failedNonce: former?.nonce ?? null }
  }

  /** The owner decides again with what is true now. False: it is not in the book, so nothing may be sent. */
  const store = async (
    work: Work,
    payout: WaitingPayout,
    of: { readonly signed: SignedPayment; readonly signedBytes: string },
  ): Promise<boolean> => {
    const owner = deps.ownerOf(payout.ownerKind)
    const attempt = { n: payout.attempt + 1, midRate: await owner.readRate(payout) }
    const prepared = await work.read((sql) => owner.prepareSend(sql, payout, attempt))
    if (!prepared) return false
    if (prepared.units !== payout.units)
      throw new Error(`The ${owner.kind} changed units that were fixed before the signature`)
    const sent = sentPart({ ids, now: clock.now() }, payout, { ...of, units: payout.units })
    const { outcome } = await work.apply(joinParts(prepared.part, sent))
    if (outcome !== 'posted')
      log.warn('A payout was not stored and is decided again', { payoutId: payout.id, outcome })
    return outcome === 'posted'
  }

  /** Answers the payout after it was stored, `waits`, or `checking` while its address is being checked. */
  return async (work: Work, found: WaitingPayout): Promise<Payout | 'checking' | 'waits'> => {
    const token = rail.assets.find(({ symbol }) => symbol === found.asset)
    if (!token || !signer) return wait(work, found, 'signer_silent')
    const payout = await prepare(work, found)
    if (!payout) return stop(work, found, 'withdrawn')
    if (!(await hasFunds(work, payout, token))) return wait(work, payout, 'no_funds')
    const payment = await paymentOf(work, payout, token)
    if (!payment) return 'waits'
    if (typeof payment === 'string') return wait(work, payout, payment)
    const screened = await screen(work, payout)
    if (screened !== 'clear') return screened
    const answer = await signer.signPayment(payment)
    if (answer.outcome === 'unavailable') return wait(work, payout, 'signer_silent')
    if (answer.outcome === 'refused') {
      log.warn('The signer refused a payout', { payoutId: payout.id, code: answer.code })
      return wait(work, payout, 'signer_refused')
    }
    const signed = await readSigned(rail, payment, answer)
    const { signedBytes } = answer
    if (!(await store(work, payout, { signed, signedBytes }))) return wait(work, payout, 'not_booked')
    return (await work.read((sql) => readPayout(sql, payout.id))) ?? 'waits'
  }
}
