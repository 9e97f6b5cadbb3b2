const oldestDays = 90
const dayMs = 86_400_000

/** Whether a wire can have this day of value: not after today, also of the earliest time zone, and not long ago. */
export const isValueDate = (day: string, now: Date): boolean => {
  const ms = Date.parse(`${day}T00:00:00Z`)
  const nowMs = now.getTime()
  return ms <= nowMs + dayMs / 2 && ms >= nowMs - oldestDays * dayMs
}

/** When a record of this day of value is effective: at its noon, and not after now. */
export const effectiveOn = (day: string, now: Date): Date =>
  new Date(Math.min(Date.parse(`${day}T12:00:00Z`), now.getTime()))
