/**
 * Personal data, one-time codes and short-lived links that the issuer sends and the product does not need.
 */
const personal = new Set(['kyc', 'cardName', 'preferredCardName', 'otp', 'otp_phone_number', 'link'])
const longDigits = /\d(?:[ -]?\d){12,18}/g

const luhn = (digits: string): boolean => {
  let sum = 0
  for (const [index, digit] of digits.split('').reverse().entries()) {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}

/** Removes all digits with the form of a card number from a text. */
export const withoutCardNumbers = (text: string): string =>
  text.replaceAll(longDigits, (found) => {
    const digits = found.replaceAll(/\D/g, '')
    // Zeros are the decimals of a rate, and no card has such a number.
    return /[1-9]/.test(digits) && luhn(digits) ? '[number]' : found
  })

const cleaned = (value: unknown): unknown => {
  if (typeof value === 'string') return withoutCardNumbers(value)
  if (typeof value === 'number') {
    const text = String(value)
    const clean = withoutCardNumbers(text)
    return clean === text ? value : clean
  }
  if (Array.isArray(value)) return value.map(cleaned)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !personal.has(name))
      .map(([name, each]) => [name, cleaned(each)]),
  )
}

/** An event's body as it may be stored: without card numbers and names of people (domain §6, security §5). */
export const storedBody = (body: unknown): string => JSON.stringify(cleaned(body))
