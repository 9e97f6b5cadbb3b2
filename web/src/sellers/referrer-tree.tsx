import { listReferrers } from '@cardamom/contract/shares/referrers'
import { Share2 } from 'lucide-react'
import { useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { TextLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { EndOfRows } from '../ui/list/end-of-rows.tsx'
import { ExportCsv } from '../ui/list/export-csv.tsx'
import { useListPages, type RowOf } from '../ui/list/use-list-pages.ts'
import { Loaded } from '../ui/loaded.tsx'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { Status } from '../ui/status.tsx'
import { PeopleOfTree } from './people-of-tree.tsx'
import { TreeBranch } from './tree-branch.tsx'

const Referrer = ({ referrer }: { referrer: RowOf<typeof listReferrers> }) => {
  const t = useText('sellerCodes')
  const of = useText('referrers')
  const { id, name, code, earned } = referrer
  const people = referrer.people ?? 0
  const facts = [
    referrer.companyName,
    of('tree.facts', { code, people }),
    ...(earned === null ? [] : [of('tree.earned', { amount: moneyText(earned) })]),
  ]
  return (
    <TreeBranch
      name={name}
      hasMore={people > 0}
      title={
        <>
          <TextLink to={`/admin/users/${id}`}>{name}</TextLink>
          {!referrer.active && (
            <Status tone="neutral" variant="plain">
              {t('tree.inactive')}
            </Status>
          )}
        </>
      }
      facts={facts.join(' · ')}
      below={() => <PeopleOfTree query={{ referredById: id, by: 'referrer' }} name={name} />}
    />
  )
}

type ReferrerTreeProps = { readonly companyId: string | undefined; readonly search: string }

/**
 * Referrers and below them who came with their codes. A search finds referrers at any depth; else those are shown first
 * who came without a referral code.
 */
export const ReferrerTree = ({ companyId, search }: ReferrerTreeProps) => {
  const t = useText('referrers')
  const found = {
    sort: 'name' as const,
    ...(companyId === undefined ? {} : { companyId }),
    ...(search === '' ? {} : { q: search }),
  }
  const pages = useListPages(listReferrers, {
    query: search === '' ? { ...found, top: 'true' } : found,
    live: ['user.', 'load.'],
    rowsAtOnce: 50,
  })
  return (
    <Loaded
      reads={{ pages }}
      waiting={<SkeletonRows rows={4} />}
      failed={t('tree.failed')}
      empty={() =>
        pages.rows.length === 0 && (
          <EmptyState icon={Share2} title={t(search === '' ? 'tree.empty' : 'tree.none')}>
            {t(search === '' ? 'tree.emptyBody' : 'tree.noneBody')}
          </EmptyState>
        )
      }
    >
      {() => (
        <>
          <div className="flex justify-end">
            <ExportCsv list={listReferrers} query={found} count={pages.count} />
          </div>
          <ul aria-label={t('tree.label')}>
            {pages.rows.map((referrer) => (
              <Referrer key={referrer.id} referrer={referrer} />
            ))}
          </ul>
          <EndOfRows pages={pages} readsBy="press" />
        </>
      )}
    </Loaded>
  )
}
