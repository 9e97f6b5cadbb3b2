import type { TransactionOnWire } from '@cardamom/contract/transactions'

export type DayGroup = { readonly day: string; readonly rows: readonly TransactionOnWire[] }

/** Groups rows by day without changing their order; `dayOf` names the day. */
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
