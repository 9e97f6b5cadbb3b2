import { getCompany, listCompanies } from '@cardamom/contract/companies/company-record'
import { useState } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { useCall, useSettled } from '../kernel/query.ts'
import { Loaded } from './loaded.tsx'
import { SelectField } from './select-field.tsx'
import { TextField } from './text-field.tsx'

const stillMs = 250
const shownAtOnce = 50
const longEnough = 3

/** Chooses one company of the reader's scope: a search where there are many, and a list of what it finds. */
export const CompanyChoice = ({
  chosen,
  none,
  choose,
}: {
  chosen: string | undefined
  /** Name of the choice of no company. */
  none: string
  choose: (id: string | undefined) => void
}) => {
  const t = useText('payinLimits')
  const [typed, setTyped] = useState('')
  const q = useSettled(typed.trim(), stillMs)
  const found = useCall(
    listCompanies,
    { input: { limit: shownAtOnce, sort: 'name', ...(q.length < longEnough ? {} : { q }) }, errors: 'none' },
    { showsPrevious: true },
  )
  const own = useCall(
    getCompany,
    { params: { id: chosen ?? '' }, errors: 'none' },
    { enabled: chosen !== undefined },
  )
  const rows = found.data?.items ?? []
  const isListed = own.data === undefined || rows.some(({ id }) => id === own.data.id)
  const all = isListed ? rows : [own.data, ...rows]
  const isLong = found.data !== undefined && found.data.count > shownAtOnce
  return (
    <Loaded reads={{ found }} failed={t('choose.failed')}>
      {({ found: read }) => (
        <div className="grid gap-3 sm:grid-cols-2 lg:max-w-180">
          <SelectField
            label={t('choose.label')}
            value={chosen ?? ''}
            placeholder={none}
            onChange={({ target }) => choose(target.value === '' ? undefined : target.value)}
            options={all.map(({ id, name, tier }) => ({
              value: id,
              label: t('choose.tier', { name, tier: String(tier) }),
            }))}
            {...(q.length >= longEnough && read.items.length === 0 ? { hint: t('choose.none') } : {})}
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
