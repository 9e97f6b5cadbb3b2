import type { getKycCase, listKycCases } from '@cardamom/contract/kyc/kyc-cases'
import type { WireOf } from '@cardamom/contract/endpoint'
import type { OpenNext } from '../ui/list/list-page-props.ts'
import type { RowOf } from '../ui/list/use-list-pages.ts'

export type KycCase = WireOf<typeof getKycCase>
export type OpenNextCase = OpenNext<RowOf<typeof listKycCases>>
