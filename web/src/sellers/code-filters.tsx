import { listSellers } from '@cardamom/contract/sellers/sellers-list'
import { useState } from 'react'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { useCan } from '../kernel/permissions.ts'
import { useCall, useSettled } from '../kernel/query.ts'
import { useQueryParams } from '../kernel/router.tsx'
import { CompanyChoice } from '../ui/company-choice.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { TextField } from '../ui/text-field.tsx'

preloadText('payinLimits')

const stillMs = 250
const shownAtOnce = 50
const longEnough = 3

type Props = {
  readonly companyId: string | undefined
  readonly chosen: string | undefined
  readonly choose: (id: string | undefined) => void
}

/** Chooses a seller, of one company if one is chosen: a search where there are many, and a list of what it finds. */
const OwnerChoice = ({ companyId, chosen, choose }: Props) => {
  const t = useText('sellerCodes')
  const [typed, setTyped] = useState('')
  const q = useSettled(typed.trim(), stillMs)
  const company = companyId === undefined ? {} : { companyId }
  const found = useCall(
    listSellers,
    {
      input: { limit: shownAtOnce, sort: 'name', ...company, ...(q.length < longEnough ? {} : { q }) },
      errors: 'none',
    },
    { showsPrevious: true },
  )
  const one = useCall(
    listSellers,
    { input: { id: chosen ?? '' }, errors: 'none' },
    { enabled: chosen !== undefined },
  )
  const rows = found.data?.items ?? []
  const [own] = one.data?.items ?? []
  const all = own === undefined || rows.some(({ id }) => id === own.id) ? rows : [own, ...rows]
  const isLong = found.data !== undefined && found.data.count > shownAtOnce
  return (
    <Loaded reads={{ found }} failed={t('choose.failed')}>
      {({ found: read }) => (
        <div className="grid gap-3 sm:grid-cols-2 lg:max-w-180">
          <SelectField
            label={t('fields.ownerId')}
            value={chosen ?? ''}
            placeholder={t('choose.anyOwner')}
            onChange={({ target }) => choose(target.value === '' ? undefined : target.value)}
            options={all.map(({ id, name }) => ({ value: id, label: name }))}
            {...(q.length >= longEnough && read.items.length === 0 ? { hint: t('choose.noOwner') } : {})}
          />
          {(isLong || typed !== '') && (
            <TextField
              label={t('choose.search')}
              type="search"
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
              autoComplete="off"
            />
          )}
        </div>
      )}
    </Loaded>
  )
}

/** The company and the owner whose codes are listed. Another company has other owners. */
export const CodeFilters = () => {
  const t = useText('sellerCodes')
  const can = useCan()
  const [{ companyId, ownerId }, change] = useQueryParams()
  return (
    <div className="grid items-start gap-3 lg:grid-cols-2">
      {can('companies.view') === true && (
        <CompanyChoice
          chosen={companyId}
          none={t('choose.anyCompany')}
          choose={(id) => change({ companyId: id, ownerId: undefined })}
        />
      )}
      <OwnerChoice companyId={companyId} chosen={ownerId} choose={(id) => change({ ownerId: id })} />
    </div>
  )
}
