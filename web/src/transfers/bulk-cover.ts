/** How a wallet pays the sum of a file. */
export type Cover =
  | { readonly by: 'wallet' }
  /** Cents of the allowance that the file uses. */
  | { readonly by: 'allowance'; readonly usedCents: bigint }
  | { readonly by: 'nothing' }

/** The same condition as that of the call, which refuses the whole file. */
export const coverOf = ({
  beforeCents,
  totalCents,
  allowanceCents,
}: Readonly<Record<'beforeCents' | 'totalCents' | 'allowanceCents', bigint>>): Cover => {
  if (beforeCents >= totalCents) return { by: 'wallet' }
  if (beforeCents + allowanceCents < totalCents) return { by: 'nothing' }
  return { by: 'allowance', usedCents: beforeCents > 0n ? totalCents - beforeCents : totalCents }
}
