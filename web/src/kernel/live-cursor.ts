let earliest: { readonly tx: bigint; readonly text: string } | null = null

/** Notes where the stream may begin for who has this answer: the earliest place of all answers misses nothing. */
export const recordCursor = (text: string | null): void => {
  const [tx] = /^\d+(?=\.)/.exec(text ?? '') ?? []
  if (text === null || tx === undefined) return
  const found = BigInt(tx)
  if (earliest === null || found < earliest.tx) earliest = { tx: found, text }
}

/** Where the stream of this page begins; null: no answer said so. */
export const firstCursor = (): string | null => earliest?.text ?? null

/** Another person's answers begin elsewhere. */
export const clearCursor = (): void => {
  earliest = null
}
