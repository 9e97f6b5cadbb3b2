import { formatCents } from '@cardamom/contract/money'
import type { PayinLimit } from './limits.sql.ts'

/** Whether a limit only narrows what its company has. */
export const isWithin = (limit: PayinLimit, room: PayinLimit): boolean =>
  limit.minimumCents >= room.minimumCents &&
  limit.maximumCents <= room.maximumCents &&
  limit.dailyCents <= room.dailyCents

export const isSameLimit = (one: PayinLimit, other: PayinLimit): boolean =>
  one.minimumCents === other.minimumCents &&
  one.maximumCents === other.maximumCents &&
  one.dailyCents === other.dailyCents

export const limitView = ({ minimumCents, maximumCents, dailyCents }: PayinLimit) => ({
  minimum: minimumCents,
  maximum: maximumCents,
  daily: dailyCents,
})

/** A limit as JSON, for the data of a refusal. */
export const wireLimit = ({ minimumCents, maximumCents, dailyCents }: PayinLimit) => ({
  minimum: formatCents(minimumCents),
  maximum: formatCents(maximumCents),
  daily: formatCents(dailyCents),
})

/** What has been paid in today, and what is left of a daily limit of the person with the most use. */
export type UseToday = {
  readonly usedCents: bigint
  readonly people: number
  readonly mostCents: bigint
}

export const nothingUsed: UseToday = { usedCents: 0n, people: 0, mostCents: 0n }

export const todayView = (
  { usedCents, people, mostCents }: UseToday,
  { dailyCents }: Pick<PayinLimit, 'dailyCents'>,
) => ({
  used: usedCents,
  people,
  most: mostCents,
  left: mostCents >= dailyCents ? 0n : dailyCents - mostCents,
})
