/** The smallest ledger unit, whatever the token's contract uses (money §1). */
const mostLedgerDecimals = 8

/** What a payout sends, in the units of the token's contract. */
export const contractUnitsOf = (
  { units, residue }: { readonly units: bigint; readonly residue: bigint },
  contractDecimals: number,
): bigint => units * 10n ** BigInt(Math.max(0, contractDecimals - mostLedgerDecimals)) + residue

/** A node takes a replacement only with a tenth more of both fees; an eighth more leaves room for rounding. */
const raised = (fee: bigint): bigint => fee + fee / 8n + 1n

type Fees = { readonly maxFeeWei: bigint; readonly tipWei: bigint }
const larger = (left: bigint, right: bigint) => (left > right ? left : right)

/** Fees of a replacement: those of the next blocks, and at least an eighth more than before. */
export const raisedFees = (former: Fees, present: Fees): Fees => ({
  maxFeeWei: larger(raised(former.maxFeeWei), present.maxFeeWei),
  tipWei: larger(raised(former.tipWei), present.tipWei),
})
