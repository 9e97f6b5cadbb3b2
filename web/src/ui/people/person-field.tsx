import { listUsers } from '@cardamom/contract/access/users'
import { useId, useState } from 'react'
import { useText } from '../../kernel/i18n.tsx'
import { useCall, useSettled } from '../../kernel/query.ts'
import { Avatar } from '../avatar.tsx'
import { Button } from '../button.tsx'
import { FieldError } from '../field.tsx'
import type { RowOf } from '../list/use-list-pages.ts'
import { TextField } from '../text-field.tsx'

export type Person = Pick<
  RowOf<typeof listUsers>,
  'id' | 'name' | 'email' | 'kind' | 'companyId' | 'companyName'
>

const stillMs = 300
const shortest = 3
const mostFound = 8

const PersonName = ({ person }: { person: Person }) => {
  const t = useText('sellerCodes')
  return (
    <span className="flex min-w-0 items-center gap-3">
      <Avatar name={person.name} size={32} />
      <span className="min-w-0">
        <span className="block font-semibold wrap-anywhere">{person.name}</span>
        <span className="block text-base wrap-anywhere text-mute md:text-sm">
          {[person.email, person.companyName, t(`kind.${person.kind}`)].join(' · ')}
        </span>
      </span>
    </span>
  )
}

type Filter = { readonly companyId?: string; readonly kind?: Person['kind'] }

const Results = ({
  q,
  filter,
  isOffered,
  choose,
}: {
  q: string
  filter: Filter
  isOffered: (person: Person) => boolean
  choose: (person: Person) => void
}) => {
  const t = useText('sellerCodes')
  const input = { q, limit: mostFound, sort: 'name', ...filter } as const
  const found = useCall(listUsers, { input, errors: 'none' }, { showsPrevious: true, staleMs: 0 })
  const rows = found.error === null ? (found.data?.items ?? []).filter(isOffered) : []
  const isEmpty = found.data !== undefined && rows.length === 0
  return (
    <>
      <p role="status" className="pt-1.5 text-base text-mute empty:hidden md:text-sm">
        {found.error === null ? (isEmpty ? t('person.none') : null) : t('person.failed')}
      </p>
      {rows.length > 0 && (
        <ul className="mt-2 max-h-80 overflow-y-auto rounded-xl border border-line *:not-last:border-b *:not-last:border-line2">
          {rows.map((person) => (
            <li key={person.id}>
              <button
                type="button"
                onClick={() => choose(person)}
                className="flex min-h-14 w-full px-4 py-2.5 text-left -outline-offset-2 hover:bg-fill md:text-base"
              >
                <PersonName person={person} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** Chooses a cardholder or seller: a search by name or e-mail, and what it finds. */
export const PersonField = ({
  label,
  hint,
  filter = {},
  isOffered = () => true,
  chosen,
  error,
  choose,
}: {
  label: string
  hint?: string
  filter?: Filter
  isOffered?: (person: Person) => boolean
  chosen: Person | null
  error: string | undefined
  choose: (person: Person | null) => void
}) => {
  const t = useText('sellerCodes')
  const id = useId()
  const [typed, setTyped] = useState('')
  const q = useSettled(typed.trim(), stillMs)
  if (chosen)
    return (
      <div role="group" aria-labelledby={id}>
        <p id={id} className="pb-1.5 text-base font-medium md:text-sm">
          {label}
        </p>
        <div className="flex items-center justify-between gap-3 rounded-xl border border-line px-4 py-2.5 max-2xs:flex-col max-2xs:items-start">
          <PersonName person={chosen} />
          <Button size="small" onClick={() => choose(null)}>
            {t('person.change')}
          </Button>
        </div>
        {error !== undefined && <FieldError>{error}</FieldError>}
      </div>
    )
  return (
    <div>
      <TextField
        label={label}
        type="search"
        placeholder={t('person.search')}
        hint={hint ?? t('person.hint')}
        error={error}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={100}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      {q.length >= shortest && (
        <Results
          q={q}
          filter={filter}
          isOffered={isOffered}
          choose={(person) => {
            setTyped('')
            choose(person)
          }}
        />
      )}
    </div>
  )
}
