import type { TransactionOnWire } from '@cardamom/contract/transactions'

export type DayGroup = { readonly day: string; readonly rows: readonly TransactionOnWire[] }

/** Rows by the day on which they happened, in the order in which they came; `dayOf` names a day. */
export const dayGroups = (
  rows: readonly TransactionOnWire[],
  dayOf: (instant: string) => string,
): DayGroup[] => {
  const groups = new Map<string, TransactionOnWire[]>()
  for (const row of rows) {
    const day = dayOf(row.at)
    groups.set(day, [...(groups.get(day) ?? []), row])
  }
  return [...groups].map(([day, list]) => ({ day, rows: list }))
}
