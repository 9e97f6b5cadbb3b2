type DayText = (value: string, style: 'day') => string

/**
 * Whether the reader's own calendar has one of these instants on another day than UTC: the strip draws the days of the
 * business calendar, which are those of UTC, and its labels tell the reader's time.
 */
export const isOnAnotherDay = (instants: readonly string[], dayText: DayText): boolean =>
  instants.some((at) => dayText(at, 'day') !== dayText(at.slice(0, 10), 'day'))
