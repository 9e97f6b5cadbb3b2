/** What a settlement has to pay out, in cents. */
export type Pot = {
  readonly maturedCents: bigint
  /** Lines by hand above zero, and those below zero as a positive sum. */
  readonly addedCents: bigint
  readonly deductedCents: bigint
}

/** What the beneficiary owes, and the available money of their immediate wallet, as the ledger has them now. */
export type Standing = { readonly owedCents: bigint; readonly immediateCents: bigint }

export type Payment = {
  readonly owedBeforeCents: bigint
  /** Carried forward: the next settlement recovers it. */
  readonly owedAfterCents: bigint
  /** What `partner.owed` is credited with. */
  readonly recoveredCents: bigint
  /** What fills an immediate wallet below zero. */
  readonly allowanceCents: bigint
  readonly paidCents: bigint
}

const smaller = (one: bigint, other: bigint): bigint => (one < other ? one : other)

/** What a settlement changes by, before anything is recovered. */
export const netOf = ({ maturedCents, addedCents, deductedCents }: Pot): bigint =>
  maturedCents + addedCents - deductedCents

/**
 * Decides where the money of a settlement goes (money §3): first to what is owed, then to an immediate wallet below zero,
 * then to the wallet. What is deducted by hand is owed, so a sum below zero is carried forward.
 */
export const decidePayment = (pot: Pot, { owedCents, immediateCents }: Standing): Payment => {
  const potCents = pot.maturedCents + pot.addedCents
  const owed = owedCents + pot.deductedCents
  const recoveredCents = smaller(potCents, owed)
  const lackCents = immediateCents < 0n ? -immediateCents : 0n
  const allowanceCents = smaller(potCents - recoveredCents, lackCents)
  return {
    owedBeforeCents: owedCents,
    owedAfterCents: owed - recoveredCents,
    recoveredCents,
    allowanceCents,
    paidCents: potCents - recoveredCents - allowanceCents,
  }
}

/** Why a person has to approve a settlement of the daily run (domain §8); null: the run does. */
export const waitsFor = (of: {
  readonly netCents: bigint
  readonly limitCents: bigint
  readonly stoppedCount: number
}): 'limit' | 'break' | null => {
  if (of.stoppedCount > 0) return 'break'
  return of.netCents > of.limitCents ? 'limit' : null
}

/**
 * Whether the person who drew up a settlement needs a second one to approve it: above the limit, with a break, or with any
 * line by hand, because a limit of each settlement could be passed by several of them.
 */
export const needsSecondPerson = (of: Pot & { readonly stoppedCount: number }, limitCents: bigint): boolean =>
  of.maturedCents > limitCents || of.addedCents + of.deductedCents > 0n || of.stoppedCount > 0

type ReversedShare = { readonly owedCents: bigint }

/** A line of a payment besides shares and lines by hand; below zero: recovered. */
export type RecoveryLine<R extends ReversedShare> = {
  readonly kind: 'reversal' | 'owed' | 'carried' | 'allowance'
  readonly amountCents: bigint
  readonly share: R | null
}

/**
 * The lines that explain a payment. With the shares and the lines by hand they add up to what is paid. ReversedShare shares are
 * recovered in their order; what else is owed is one line.
 */
export const recoveryLines = <R extends ReversedShare>(
  payment: Payment,
  reversed: readonly R[],
): RecoveryLine<R>[] => {
  let leftCents = payment.owedBeforeCents - payment.owedAfterCents
  const lines: RecoveryLine<R>[] = []
  for (const share of reversed) {
    const cents = smaller(leftCents, share.owedCents)
    if (cents <= 0n) break
    lines.push({ kind: 'reversal', amountCents: -cents, share })
    leftCents -= cents
  }
  if (leftCents > 0n) lines.push({ kind: 'owed', amountCents: -leftCents, share: null })
  if (leftCents < 0n) lines.push({ kind: 'carried', amountCents: -leftCents, share: null })
  if (payment.allowanceCents > 0n)
    lines.push({ kind: 'allowance', amountCents: -payment.allowanceCents, share: null })
  return lines
}
