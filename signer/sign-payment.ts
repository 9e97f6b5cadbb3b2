import {
  encodeFunctionData,
  erc20Abi,
  getAddress,
  isAddress,
  keccak256,
  serializeTransaction,
  zeroAddress,
  type Address,
  type Hex,
} from 'viem'
import type { SignerChain } from './final-nonce.ts'
import type { KeyPort } from './key-port.ts'
import type { SignedToken, SignerSettings } from './settings.ts'
import type { SignatureStore, SignedPayment } from './signature-store.ts'

/** What the server requests. */
export type PaymentRequest = {
  readonly payoutId: string
  readonly nonce: bigint
  readonly token: string
  readonly to: string
  /** In the units of the token's contract. */
  readonly units: bigint
  readonly gas: bigint
  readonly maxFeeWei: bigint
  readonly tipWei: bigint
  /** Hash of the signed transaction that this one replaces: the same payment with higher fees. */
  readonly replaces: string | null
  /** The payout's former nonce, of which the server says that it paid nothing. */
  readonly failedNonce: bigint | null
}

/** Why nothing is signed. */
export const refusals = {
  token_not_allowed: 'This token is not on the list of the signer.',
  address_not_allowed: 'Nothing is sent to this address.',
  amount_not_allowed: 'The amount must be above zero.',
  over_payment_limit: 'The payment is above the largest payment of this token.',
  over_day_limit: 'With this payment, more of this token would be sent in 24 hours than the limit allows.',
  over_gas_limit: 'The fees are above the limit of one payment.',
  over_day_gas_limit: 'With this payment, the fees of 24 hours would be above their limit.',
  nonce_too_far: 'The nonce is too far above the next one of the wallet on the chain.',
  payout_differs: 'Another amount, address or token was signed for this payout.',
  not_a_replacement: 'A replacement names the newest transaction of its payout and has higher fees.',
  failure_not_named: 'This payout has a signed transaction; a second nonce needs the first to have failed.',
  failure_not_proved: 'The first transaction of this payout is not final yet.',
  nonce_used: 'Another payout has the same payment with this nonce.',
  already_paid: 'This payout is paid.',
} as const
export type RefusalCode = keyof typeof refusals

export type SignAnswer =
  | { readonly signed: Pick<SignedPayment, 'txHash' | 'signedBytes'> }
  | { readonly refused: RefusalCode }

type Deps = {
  readonly settings: Pick<SignerSettings, 'chainId' | 'tokens' | 'mostGasWei' | 'mostGasPerDayWei'>
  readonly key: KeyPort
  readonly store: SignatureStore
  readonly chain: SignerChain
  readonly nowMs: () => number
}

const dayMs = 86_400_000
/** Nodes store about as many transactions of a wallet that wait for an earlier nonce. */
const mostAhead = 64n
/** A node takes a replacement only with a tenth more of both fees. */
const isHigher = (fee: bigint, than: bigint) => fee * 10n >= than * 11n && fee > than

type PaymentTarget = { readonly token: SignedToken; readonly to: Address }

/** Signs payments within its own limits. It never sends one, and it believes the server nothing that it can check. */
export const createSignPayment = (deps: Deps) => {
  const { settings, key, store, chain } = deps

  const check = (request: PaymentRequest): PaymentTarget | RefusalCode => {
    const { to, units, gas, maxFeeWei, tipWei } = request
    const token = settings.tokens.find(({ address }) => address.toLowerCase() === request.token.toLowerCase())
    if (!token) return 'token_not_allowed'
    if (!isAddress(to, { strict: false })) return 'address_not_allowed'
    const recipient = getAddress(to)
    const never = [zeroAddress, key.address, ...settings.tokens.map(({ address }) => address)]
    if (never.includes(recipient)) return 'address_not_allowed'
    if (units <= 0n) return 'amount_not_allowed'
    if (gas <= 0n || tipWei > maxFeeWei || gas * maxFeeWei > settings.mostGasWei) return 'over_gas_limit'
    return { token, to: recipient }
  }

  const isSame = (signed: SignedPayment, { token, to }: PaymentTarget, units: bigint) =>
    signed.token === token.address && signed.to === to && signed.units === units

  /** Null: nothing that was signed for the payout has paid or can still pay it. */
  const refusalOfFormer = async (former: readonly SignedPayment[]): Promise<RefusalCode | null> => {
    for (const nonce of new Set(former.map((each) => each.nonce))) {
      const use = await chain.findFinal(key.address, nonce)
      if (!use) return 'failure_not_proved'
      if (use.isOk && former.some(({ txHash }) => txHash.toLowerCase() === use.txHash.toLowerCase()))
        return 'already_paid'
    }
    return null
  }

  /** A payment with a nonce far in the future could be sent long after everybody forgot it. */
  const isTooFar = async (nonce: bigint) => nonce > (await chain.readNext(key.address)) + mostAhead

  const overLimit = ({ address, mostPerPayment, mostPerDay }: SignedToken, units: bigint) => {
    if (units > mostPerPayment) return 'over_payment_limit'
    return store.sumSince(address, deps.nowMs() - dayMs) + units > mostPerDay ? 'over_day_limit' : null
  }

  /** Of all transactions with one nonce the dearest counts, because at most one of them is in a block. */
  const isOverDayOfGas = ({ nonce }: PaymentRequest, feeWei: bigint): boolean => {
    const ofNonces = new Map(store.feesSince(deps.nowMs() - dayMs))
    const former = ofNonces.get(nonce) ?? 0n
    ofNonces.set(nonce, former > feeWei ? former : feeWei)
    return [...ofNonces.values()].reduce((sum, each) => sum + each, 0n) > settings.mostGasPerDayWei
  }

  const signNew = async (
    request: PaymentRequest,
    { token, to }: PaymentTarget,
    replacement: number,
  ): Promise<SignAnswer> => {
    const { payoutId, nonce, units, gas, maxFeeWei, tipWei } = request
    const mostFeeWei = gas * maxFeeWei
    if (isOverDayOfGas(request, mostFeeWei)) return { refused: 'over_day_gas_limit' }
    const transaction = {
      type: 'eip1559',
      chainId: settings.chainId,
      nonce: Number(nonce),
      to: token.address,
      value: 0n,
      gas,
      maxFeePerGas: maxFeeWei,
      maxPriorityFeePerGas: tipWei,
      data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, units] }),
    } as const
    const signature = await key.sign(keccak256(serializeTransaction(transaction)))
    const signedBytes = serializeTransaction(transaction, signature)
    const txHash: Hex = keccak256(signedBytes)
    // The same payment for another payout: whose it is could not be told on the chain.
    if (store.has(txHash)) return { refused: 'nonce_used' }
    const fees = { maxFeeWei, tipWei }
    const what = { payoutId, nonce, replacement, token: token.address, to, units }
    store.add({ ...what, ...fees, mostFeeWei, txHash, signedBytes, signedAtMs: deps.nowMs() })
    return { signed: { txHash, signedBytes } }
  }

  const replaceIn = async (
    ofNonce: readonly SignedPayment[],
    request: PaymentRequest,
    checked: PaymentTarget,
  ): Promise<SignAnswer> => {
    const replaced = ofNonce.find(({ txHash }) => txHash === request.replaces)
    if (!replaced) return { refused: 'not_a_replacement' }
    // The answer of an earlier request was lost: the same bytes again.
    const signed = ofNonce.find(({ replacement }) => replacement === replaced.replacement + 1)
    if (signed) return { signed }
    const { maxFeeWei, tipWei } = request
    const isRaised = isHigher(maxFeeWei, replaced.maxFeeWei) && isHigher(tipWei, replaced.tipWei)
    if (!isRaised) return { refused: 'not_a_replacement' }
    return signNew(request, checked, replaced.replacement + 1)
  }

  const decide = async (request: PaymentRequest): Promise<SignAnswer> => {
    const checked = check(request)
    if (typeof checked === 'string') return { refused: checked }
    const former = store.ofPayout(request.payoutId)
    const ofNonce = former.filter(({ nonce }) => nonce === request.nonce)
    const [first] = ofNonce
    if (first) {
      if (!isSame(first, checked, request.units)) return { refused: 'payout_differs' }
      return request.replaces === null ? { signed: first } : replaceIn(ofNonce, request, checked)
    }
    if (request.replaces !== null) return { refused: 'not_a_replacement' }
    if (former.some(({ token, to }) => token !== checked.token.address || to !== checked.to))
      return { refused: 'payout_differs' }
    // The server may not know a signature whose answer it lost, so the chain alone says whether it failed.
    const refused =
      (await refusalOfFormer(former)) ??
      ((await isTooFar(request.nonce)) ? 'nonce_too_far' : overLimit(checked.token, request.units))
    return refused ? { refused } : signNew(request, checked, 0)
  }

  let turn: Promise<unknown> = Promise.resolve()
  /** One request after the other, so that two never use the same rest of a limit. */
  return (request: PaymentRequest): Promise<SignAnswer> => {
    const answer = turn.then(() => decide(request))
    turn = answer.catch(() => undefined)
    return answer
  }
}
