/** The typed amount as the API accepts it, or null: `200`, `200.5`, `1,000.00`. */
export const amountOf = (typed: string): string | null => {
  const plain = typed.replaceAll(/[\s,$]/g, '')
  return /^\d{1,9}(\.\d{1,2})?$/.test(plain) && Number(plain) > 0 ? plain : null
}

/** Separates thousands during typing: `1000.5` is `1,000.5`. A text that is no amount stays as it is. */
export const grouped = (typed: string): string => {
  const plain = typed.replaceAll(',', '')
  if (!/^\d*\.?\d*$/.test(plain)) return typed
  const [digits = '', fraction] = plain.split('.')
  const whole = digits.replace(/\B(?=(\d{3})+$)/g, ',')
  return fraction === undefined ? whole : `${whole}.${fraction}`
}

/** The cursor's position after the grouping: behind as many digits as before. */
export const caretAfter = (text: string, typedBefore: string): number => {
  let left = typedBefore.replaceAll(',', '').length
  let index = 0
  while (left > 0 && index < text.length) {
    if (text[index] !== ',') left -= 1
    index += 1
  }
  return index
}
