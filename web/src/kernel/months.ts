/** The last day of a month: `2026-11-30` of `2026-11`. */
export const lastDayOf = (month: string): string => {
  const [year = '0', number = '0'] = month.split('-')
  const day = new Date(Date.UTC(Number(year), Number(number), 0)).getUTCDate()
  return `${month}-${String(day).padStart(2, '0')}`
}

/** This month and the eleven before it, newest first, as `2026-11`; an older requested month is added. */
export const monthsBack = (today: string, wanted: string | undefined): string[] => {
  const [year = 0, month = 0] = today.split('-').map(Number)
  const months = Array.from({ length: 12 }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7),
  )
  return wanted === undefined || months.includes(wanted) ? months : [...months, wanted]
}
