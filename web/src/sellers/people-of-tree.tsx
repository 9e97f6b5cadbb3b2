import { listReferredPeople } from '@cardamom/contract/shares/referred-people'
import { useDates } from '../kernel/dates.tsx'
import { useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { TextLink } from '../ui/button.tsx'
import { EndOfRows } from '../ui/list/end-of-rows.tsx'
import { useListPages, type QueryOf, type RowOf } from '../ui/list/use-list-pages.ts'
import { Loaded } from '../ui/loaded.tsx'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { TreeBranch } from './tree-branch.tsx'

type Person = RowOf<typeof listReferredPeople>

const PersonOfTree = ({ person }: { person: Person }) => {
  const t = useText('sellerCodes')
  const of = useText('referrers')
  const date = useDates()
  const { id, name, code, earned } = person
  const at = date(person.createdAt, 'full')
  const referrals = person.referrals ?? 0
  const facts = [
    code === null ? t('tree.cameWithout', { at }) : t('tree.came', { code, at }),
    ...(referrals > 0 ? [of('tree.referred', { people: referrals })] : []),
    ...(earned === null ? [] : [of('tree.earned', { amount: moneyText(earned) })]),
  ]
  return (
    <TreeBranch
      name={name}
      hasMore={referrals > 0}
      title={<TextLink to={`/admin/users/${id}`}>{name}</TextLink>}
      facts={facts.join(' · ')}
      below={() => <PeopleOfTree query={{ referredById: id, by: 'referrer' }} name={name} />}
    />
  )
}

/** The people who came by a seller or a referrer. Who referred others opens to those. */
export const PeopleOfTree = ({
  query,
  name,
}: {
  query: QueryOf<typeof listReferredPeople>
  /** Whose people they are. */
  name: string
}) => {
  const t = useText('sellerCodes')
  const of = useText('referrers')
  const pages = useListPages(listReferredPeople, { query, live: ['user.'], rowsAtOnce: 50 })
  return (
    <Loaded reads={{ pages }} waiting={<SkeletonRows rows={2} />} failed={t('tree.peopleFailed')}>
      {() => (
        <>
          <ul aria-label={of('tree.people', { name })}>
            {pages.rows.map((person) => (
              <PersonOfTree key={person.id} person={person} />
            ))}
          </ul>
          <EndOfRows pages={pages} readsBy="press" />
        </>
      )}
    </Loaded>
  )
}
