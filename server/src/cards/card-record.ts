import type { Selectable } from 'kysely'
import type { Card, Holder } from '../kernel/schema.ts'
import type { CardLimits } from '../providers/issuer/port.ts'
import type { CardEvent, SettledCardStatus } from './card-status.ts'

type LimitColumns = Pick<Selectable<Card>, 'limitPaymentCents' | 'limitDayCents' | 'limitMonthCents'>

/** The columns of a card that are read; the rest is written only. */
type Columns = Omit<
  Selectable<Card>,
  keyof LimitColumns | 'associatedAt' | 'pendingCall' | 'pendingFrom' | 'replacedByCardId' | 'replacesCardId'
>

/** A card with what is read of its holder. */
export type CardRecord = Readonly<Columns> &
  Readonly<Pick<Selectable<Holder>, 'clientCode' | 'cif'>> & {
    readonly pendingCall: CardEvent | null
    readonly pendingFrom: SettledCardStatus | null
    /** As the issuer has confirmed them. */
    readonly limits: CardLimits
  }

/** Limits in their columns, of a card or of a call that changes them. */
export const limitsOf = (row: Readonly<LimitColumns>): CardLimits => ({
  paymentCents: row.limitPaymentCents,
  dayCents: row.limitDayCents,
  monthCents: row.limitMonthCents,
})

export const limitColumns = (limits: CardLimits | undefined): LimitColumns => ({
  limitPaymentCents: limits?.paymentCents ?? null,
  limitDayCents: limits?.dayCents ?? null,
  limitMonthCents: limits?.monthCents ?? null,
})
