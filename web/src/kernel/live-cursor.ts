let earliest: { readonly tx: bigint; readonly text: string } | null = null

/**
 * Records the position of an answer for the start of the stream. The earliest position of all answers misses
 * no event.
 */
export const recordCursor = (text: string | null): void => {
  const [tx] = /^\d+(?=\.)/.exec(text ?? '') ?? []
  if (text === null || tx === undefined) return
  const found = BigInt(tx)
  if (earliest === null || found < earliest.tx) earliest = { tx: found, text }
}

/** Position where this page's stream starts; null: no answer named one. */
export const firstCursor = (): string | null => earliest?.text ?? null

/** Clears the position, because another person's answers have their own. */
export const clearCursor = (): void => {
  earliest = null
}
