import type { listCards, readCard } from '@cardamom/contract/cards'
import type { WireOf } from '@cardamom/contract/endpoint'

/** What travels: money and instants are text. */
export type CardOnWire = WireOf<typeof listCards>['items'][number]
export type CardDetailOnWire = WireOf<typeof readCard>
