import { getCompany } from '@cardamom/contract/companies/company-record'
import type { Endpoint } from '@cardamom/contract/endpoint'
import type { ComponentProps } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { RecordForm, type RecordField } from '../ui/record-form.tsx'
import type { CompanyRecord } from './use-company.tsx'

/** A field of a form about a company; the empty text inherits or means none. */
export type CompanyField = RecordField<CompanyRecord>

/** A form about a company. */
export const CompanyFormPart = ({
  company,
  ...of
}: {
  company: CompanyRecord
  endpoint: Endpoint
  fields: readonly CompanyField[]
  children?: NonNullable<ComponentProps<typeof RecordForm<CompanyRecord>>['children']>
}) => {
  const t = useText('companies')
  return (
    <RecordForm
      record={company}
      read={getCompany}
      params={{ id: company.id }}
      empty={t('inherits')}
      {...of}
    />
  )
}
