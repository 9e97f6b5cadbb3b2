import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { CompanyParams, companySettingFields, CompanyRecord } from './company-record.ts'

const { kycService, kycFlow, passkeyMandatory, automaticCardCreation, lockAfterSeconds, supportHours } =
  companySettingFields

const changeRefusals = {
  record_not_found: 404,
  record_changed: 409,
  parent_decides: 403,
  validation: 422,
} as const

export const changeCompanySettings = endpoint({
  method: 'PATCH',
  path: '/companies/:id/settings',
  summary: 'Change settings of a company; null inherits again',
  who: 'companies.settings',
  headers: ['If-Match'],
  stepUp: 'S1',
  params: CompanyParams,
  input: z
    .object({
      kycService: kycService.nullable(),
      kycFlow: kycFlow.nullable(),
      passkeyMandatory: passkeyMandatory.nullable(),
      automaticCardCreation: automaticCardCreation.nullable(),
      lockAfterSeconds: lockAfterSeconds.nullable(),
      supportHours: supportHours.nullable(),
      deviceProfiling: z.boolean(),
      /** The company above decides this one and the next. */
      visibleToAdm: z.boolean(),
      operatorOwned: z.boolean(),
    })
    .partial(),
  output: CompanyRecord,
  refusals: changeRefusals,
})

export const changeCardCreation = endpoint({
  method: 'PATCH',
  path: '/companies/:id/card-creation',
  summary: 'Allow or stop new cards for the people of a company; null inherits again',
  who: 'companies.card_creation.toggle',
  headers: ['If-Match'],
  stepUp: 'S1',
  params: CompanyParams,
  input: z.object({ cardCreationEnabled: companySettingFields.cardCreationEnabled.nullable() }).partial(),
  output: CompanyRecord,
  refusals: changeRefusals,
})

export const countPasskeyEnrolments = endpoint({
  method: 'GET',
  path: '/companies/:id/passkey-enrolments',
  summary:
    'People who would have to add a passkey if the company required one; companies below that inherit count too',
  who: 'companies.settings',
  params: CompanyParams,
  /** Up to 10,000; one more means that there are more. */
  output: z.object({ people: z.number().int() }),
  refusals: { record_not_found: 404 },
})
