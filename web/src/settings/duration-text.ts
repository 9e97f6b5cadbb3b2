const units = { h: 3600, min: 60, s: 1 } as const
type Unit = keyof typeof units

/** The largest unit that has no fraction of it: 90 seconds are not minutes. */
export const unitOf = (seconds: number): Unit => {
  if (seconds > 0 && seconds % units.h === 0) return 'h'
  return seconds > 0 && seconds % units.min === 0 ? 'min' : 's'
}

/** A stored time as it is typed: `10 min`. The units are the same in both languages. */
export const durationText = (seconds: number): string => {
  const unit = unitOf(seconds)
  return `${seconds / units[unit]} ${unit}`
}

/**
 * The seconds of a typed time. A number without a unit is minutes. Another text is returned as it is, so that the
 * server refuses it at its field.
 */
export const typedSeconds = (typed: string): number | string => {
  const [, amount, unit = 'min'] = /^(\d+)\s*(h|min|s)?$/.exec(typed.trim().toLowerCase()) ?? []
  return amount === undefined ? typed : Number(amount) * units[unit as Unit]
}

/** The count of its largest unit, for a text with the word of that unit. */
export const countedUnit = (seconds: number) => {
  const unit = unitOf(seconds)
  return { word: ({ h: 'hours', min: 'minutes', s: 'seconds' } as const)[unit], count: seconds / units[unit] }
}
