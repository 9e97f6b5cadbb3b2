import type { WireOf } from '@cardamom/contract/endpoint'
import type { startEnrolment, listFactors } from '@cardamom/contract/access/factors'

export type Factors = WireOf<typeof listFactors>
export type FactorOnWire = Factors['items'][number]
export type EnrolmentOnWire = WireOf<typeof startEnrolment>
