/** What was typed as the wire wants it, or null: `200`, `200.5`, `1,000.00`. */
export const amountOf = (typed: string): string | null => {
  const plain = typed.replaceAll(/[\s,$]/g, '')
  return /^\d{1,9}(\.\d{1,2})?$/.test(plain) && Number(plain) > 0 ? plain : null
}

/** Thousands apart while it is typed: `1000.5` is `1,000.5`. What is no amount stays as it is. */
export const grouped = (typed: string): string => {
  const plain = typed.replaceAll(',', '')
  if (!/^\d*\.?\d*$/.test(plain)) return typed
  const [digits = '', fraction] = plain.split('.')
  const whole = digits.replace(/\B(?=(\d{3})+$)/g, ',')
  return fraction === undefined ? whole : `${whole}.${fraction}`
}

/** Where the cursor stands after grouping: behind as many digits as before. */
export const caretAfter = (text: string, typedBefore: string): number => {
  let left = typedBefore.replaceAll(',', '').length
  let place = 0
  while (left > 0 && place < text.length) {
    if (text[place] !== ',') left -= 1
    place += 1
  }
  return place
}
