/** A typed amount of USD as a call accepts it, or null: `200`, `200.5`, `1,000.00`. */
export const amountOf = (typed: string): string | null => {
  const plain = typed.replaceAll(/[\s,$]/g, '')
  return /^\d{1,11}(\.\d{1,2})?$/.test(plain) ? plain : null
}
