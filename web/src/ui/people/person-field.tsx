import { listUsers } from '@cardamom/contract/access/users'
import { useText } from '../../kernel/i18n.tsx'
import { useCall } from '../../kernel/query.ts'
import { Avatar } from '../avatar.tsx'
import type { RowOf } from '../list/use-list-pages.ts'
import { RecordField } from '../record-field.tsx'

export type Person = Pick<
  RowOf<typeof listUsers>,
  'id' | 'name' | 'email' | 'kind' | 'companyId' | 'companyName'
>

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
  const useFound = (q: string) => {
    const input = { q, limit: mostFound, sort: 'name', ...filter } as const
    const found = useCall(listUsers, { input, errors: 'none' }, { showsPrevious: true, staleMs: 0 })
    return {
      items: found.data?.items.filter(isOffered),
      failed: found.error === null ? null : t('person.failed'),
    }
  }
  return (
    <RecordField
      label={label}
      texts={{
        search: t('person.search'),
        hint: hint ?? t('person.hint'),
        nothing: t('person.none'),
        change: t('person.change'),
      }}
      useFound={useFound}
      result={(person) => <PersonName person={person} />}
      chosen={chosen && <PersonName person={chosen} />}
      error={error ?? null}
      choose={choose}
    />
  )
}
