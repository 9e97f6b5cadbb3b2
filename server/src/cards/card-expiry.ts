const hundred = 100
const monthsOfYear = 12

/** Months since the year 0 of a typed expiry, `MM/YY` or `MM/YYYY`; null: it is none. */
const monthsOf = (typed: string): number | null => {
  const [, month, year] = /^(0?[1-9]|1[0-2])\/(?:20)?(\d\d)$/.exec(typed) ?? []
  return month === undefined || year === undefined
    ? null
    : (20 * hundred + Number(year)) * monthsOfYear + Number(month) - 1
}

/** An expiry as cards have it, `MM/YY`; null: the text is none. */
export const expiryIn = (typed: string): string | null => {
  const months = monthsOf(typed)
  if (months === null) return null
  const year = Math.floor(months / monthsOfYear) % hundred
  return `${String((months % monthsOfYear) + 1).padStart(2, '0')}/${String(year).padStart(2, '0')}`
}

/** Whether a card can still be assigned: it expires next month or later (domain §6). */
export const isLateEnough = (expiry: string, now: Date): boolean => {
  const months = monthsOf(expiry)
  return months !== null && months > now.getUTCFullYear() * monthsOfYear + now.getUTCMonth()
}
