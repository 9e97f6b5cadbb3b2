import { listCompanies } from '@cardamom/contract/companies/company-record'
import { useState } from 'react'
import { useText } from '../../kernel/i18n.tsx'
import { useCall, useSettled } from '../../kernel/query.ts'
import { FieldGroup } from '../../ui/field.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { Checkbox } from '../../ui/toggles.tsx'

export type CompanyChoice = { readonly id: string; readonly name: string }

const stillMs = 250
const shownAtOnce = 50
/** Shortest search text of a list. */
const longEnough = 3

/** Companies of the reader's scope that a typed text finds; without a text the first ones by name. */
const useFoundCompanies = () => {
  const [typed, setTyped] = useState('')
  const q = useSettled(typed.trim(), stillMs)
  const found = useCall(
    listCompanies,
    { input: { limit: shownAtOnce, sort: 'name', ...(q.length < longEnough ? {} : { q }) }, errors: 'none' },
    { showsPrevious: true },
  )
  const isSearchable = typed !== '' || (found.data?.count ?? 0) > shownAtOnce
  return { found, typed, setTyped, isSearchable, isEmpty: q !== '' && found.data?.items.length === 0 }
}

const SearchField = ({ typed, onType }: { typed: string; onType: (typed: string) => void }) => {
  const t = useText('admins')
  return (
    <TextField
      label={t('company.search')}
      type="search"
      autoComplete="off"
      value={typed}
      onChange={(event) => onType(event.target.value)}
    />
  )
}

/** The chosen ones first, so that a search never hides them. */
const withChosen = (chosen: readonly CompanyChoice[], rows: readonly CompanyChoice[]) => [
  ...chosen,
  ...rows.filter(({ id }) => !chosen.some((each) => each.id === id)),
]

/** Chooses one company of the reader's scope. */
export const CompanyField = ({
  label,
  chosen,
  choose,
  error,
}: {
  label: string
  chosen: CompanyChoice | null
  choose: (company: CompanyChoice | null) => void
  error?: string | undefined
}) => {
  const t = useText('admins')
  const { found, typed, setTyped, isSearchable, isEmpty } = useFoundCompanies()
  return (
    <div className="flex flex-col gap-3">
      {isSearchable && <SearchField typed={typed} onType={setTyped} />}
      <Loaded reads={{ found }} failed={t('company.failed')}>
        {({ found: { items } }) => {
          const all = withChosen(chosen ? [chosen] : [], items)
          return (
            <SelectField
              label={label}
              placeholder
              value={chosen?.id ?? ''}
              onChange={({ target }) => choose(all.find(({ id }) => id === target.value) ?? null)}
              options={all.map(({ id, name }) => ({ value: id, label: name }))}
              error={error}
              {...(isEmpty ? { hint: t('company.none') } : {})}
            />
          )
        }}
      </Loaded>
    </div>
  )
}

/** Chooses any number of companies of the reader's scope. */
export const CompaniesField = ({
  label,
  chosen,
  choose,
}: {
  label: string
  chosen: readonly CompanyChoice[]
  choose: (companies: readonly CompanyChoice[]) => void
}) => {
  const t = useText('admins')
  const { found, typed, setTyped, isSearchable, isEmpty } = useFoundCompanies()
  return (
    <div className="flex flex-col gap-3">
      {isSearchable && <SearchField typed={typed} onType={setTyped} />}
      <Loaded reads={{ found }} failed={t('company.failed')}>
        {({ found: { items } }) => (
          <FieldGroup label={label} {...(isEmpty ? { hint: t('company.none') } : {})}>
            {withChosen(chosen, items).map((company) => (
              <Checkbox
                key={company.id}
                checked={chosen.some(({ id }) => id === company.id)}
                onChange={({ target }) =>
                  choose(
                    target.checked
                      ? [...chosen, { id: company.id, name: company.name }]
                      : chosen.filter(({ id }) => id !== company.id),
                  )
                }
              >
                {company.name}
              </Checkbox>
            ))}
          </FieldGroup>
        )}
      </Loaded>
    </div>
  )
}
