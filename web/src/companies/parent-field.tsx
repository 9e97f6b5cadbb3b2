import { getCompany, listCompanies, lowestTier } from '@cardamom/contract/companies/company-record'
import { useEffect, useRef, useState } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { useCall, useSettled } from '../kernel/query.ts'
import { Loaded } from '../ui/loaded.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { TextField } from '../ui/text-field.tsx'

export type ParentChoice = { readonly id: string; readonly name: string; readonly tier: number }

/** Roles that decide about companies of the first tier: the operator's admins. */
export const topRoles: readonly number[] = [1, 6]
const stillMs = 250
const shownAtOnce = 50
const longEnough = 3

/** Chooses the company above: a search, and a list of what it finds. Tier 4 has none below it. */
export const ParentField = ({
  mayTop,
  start,
  choose,
}: {
  mayTop: boolean
  /** Chosen at the start, by the address. */
  start: string | null
  choose: (parent: ParentChoice | null) => void
}) => {
  const t = useText('companies')
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<ParentChoice | null>(null)
  const q = useSettled(typed.trim(), stillMs)
  const found = useCall(
    listCompanies,
    { input: { limit: shownAtOnce, sort: 'name', ...(q.length < longEnough ? {} : { q }) }, errors: 'none' },
    { showsPrevious: true },
  )
  const first = useCall(
    getCompany,
    { params: { id: start ?? '' }, errors: 'none' },
    { enabled: start !== null },
  )
  const set = (parent: ParentChoice | null) => {
    setChosen(parent)
    choose(parent)
  }
  const started = first.data
  // The company of the address may arrive after the person's own choice, and is read again later.
  const isChosenByPerson = useRef(false)
  useEffect(() => {
    if (started && started.tier < lowestTier && !isChosenByPerson.current) set(started)
    // oxlint-disable-next-line react/exhaustive-deps -- only the company that the address names is chosen here
  }, [started])
  const rows = (found.data?.items ?? []).filter(({ tier }) => tier < lowestTier)
  const all: readonly ParentChoice[] =
    chosen === null || rows.some(({ id }) => id === chosen.id) ? rows : [chosen, ...rows]
  return (
    <div className="flex flex-col gap-3">
      {(found.data === undefined || found.data.count > shownAtOnce || typed !== '') && (
        <TextField
          label={t('create.parentSearch')}
          type="search"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          autoComplete="off"
        />
      )}
      <Loaded reads={{ found }} failed={t('create.parentsFailed')}>
        {({ found: read }) => (
          <SelectField
            label={t('create.parent')}
            value={chosen?.id ?? ''}
            onChange={({ target }) => {
              isChosenByPerson.current = true
              set(all.find(({ id }) => id === target.value) ?? null)
            }}
            {...(mayTop ? { placeholder: t('create.parentTop') } : { placeholder: true })}
            options={all.map(({ id, name, tier }) => ({
              value: id,
              label: `${name} (${t('tier', { tier: String(tier) })})`,
            }))}
            {...(q !== '' && read.items.length === 0 ? { hint: t('create.noMatch') } : {})}
          />
        )}
      </Loaded>
    </div>
  )
}
