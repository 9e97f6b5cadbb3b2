import { listSellers } from '@cardamom/contract/sellers/sellers-list'
import { Users } from 'lucide-react'
import { useCallback } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { useCan } from '../kernel/permissions.ts'
import { useQueryParams } from '../kernel/router.tsx'
import { TextLink } from '../ui/button.tsx'
import { Segmented } from '../ui/choice.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { EndOfRows } from '../ui/list/end-of-rows.tsx'
import { ExportCsv } from '../ui/list/export-csv.tsx'
import { useListPages, type RowOf } from '../ui/list/use-list-pages.ts'
import { Loaded } from '../ui/loaded.tsx'
import { Stack } from '../ui/page-parts.tsx'
import { Panel } from '../ui/panel.tsx'
import { SearchBox } from '../ui/search-box.tsx'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { SplitRules } from '../ui/split-rules.tsx'
import { Status, Tag } from '../ui/status.tsx'
import { PeopleOfTree } from './people-of-tree.tsx'
import { ReferrerTree } from './referrer-tree.tsx'
import { TreeBranch } from './tree-branch.tsx'

type Seller = RowOf<typeof listSellers>

const rowsAtOnce = 50

const Branch = ({ seller }: { seller: Seller }) => {
  const t = useText('sellerCodes')
  const { id, name, codes, sellersTwo } = seller
  const people = seller.people ?? 0
  const counts =
    seller.kind === 'seller_one'
      ? t('tree.countsTwo', { codes, sellers: sellersTwo, people })
      : t('tree.counts', { codes, people })
  return (
    <TreeBranch
      name={name}
      hasMore={people > 0 || sellersTwo > 0}
      title={
        <>
          <TextLink to="/admin/seller-codes" search={{ ownerId: id }}>
            {name}
          </TextLink>
          <Tag>{t(`kind.${seller.kind}`)}</Tag>
          {!seller.active && (
            <Status tone="neutral" variant="plain">
              {t('tree.inactive')}
            </Status>
          )}
        </>
      }
      facts={`${seller.companyName} · ${counts}`}
      below={() => (
        <>
          {sellersTwo > 0 && <Level query={{ recruitedById: id }} />}
          {people > 0 && <PeopleOfTree query={{ referredById: id }} name={name} />}
        </>
      )}
    />
  )
}

type LevelQuery = {
  readonly recruitedById?: string
  readonly top?: 'true'
  readonly companyId?: string
  readonly q?: string
}

const Level = ({ query, file }: { query: LevelQuery; file?: object }) => {
  const t = useText('sellerCodes')
  const of = useText('referrers')
  const pages = useListPages(listSellers, {
    query: { ...query, sort: 'name' },
    live: ['user.', 'seller_code.'],
    rowsAtOnce,
  })
  return (
    <Loaded
      reads={{ pages }}
      waiting={<SkeletonRows rows={4} />}
      failed={t('tree.failed')}
      empty={() =>
        pages.rows.length === 0 && (
          <EmptyState icon={Users} title={query.q === undefined ? t('tree.empty') : of('tree.none')}>
            {query.q === undefined ? t('tree.emptyBody') : of('tree.noneBody')}
          </EmptyState>
        )
      }
    >
      {() => (
        <>
          {file && (
            <div className="flex justify-end">
              <ExportCsv list={listSellers} query={file} count={pages.count} />
            </div>
          )}
          <ul aria-label={t('tree.label')}>
            {pages.rows.map((seller) => (
              <Branch key={seller.id} seller={seller} />
            ))}
          </ul>
          <EndOfRows pages={pages} readsBy="press" />
        </>
      )}
    </Loaded>
  )
}

type Kind = 'sellers' | 'referrers'
type TreeProps = { readonly companyId: string | undefined; readonly kind: Kind; readonly search: string }

const Sellers = ({ companyId, search }: Omit<TreeProps, 'kind'>) => {
  const ofCompany = companyId === undefined ? {} : { companyId }
  const found = search === '' ? ofCompany : { ...ofCompany, q: search }
  return <Level query={search === '' ? { top: 'true', ...found } : found} file={{ sort: 'name', ...found }} />
}

/** Chooses the tree and searches in it. Another tree begins without a search. */
const TreeChoice = ({ kind, search }: Pick<TreeProps, 'kind' | 'search'>) => {
  const t = useText('referrers')
  const lists = useText('lists')
  const [, change] = useQueryParams()
  const onSearch = useCallback((q: string) => change({ q: q === '' ? undefined : q }), [change])
  return (
    <div className="flex flex-wrap items-start gap-3 pb-3">
      <Segmented
        label={t('tree.kinds')}
        name="tree-kind"
        value={kind}
        segments={[
          { value: 'sellers', label: t('tree.sellers') },
          { value: 'referrers', label: t('tree.referrers') },
        ]}
        onChange={(next) => change({ of: next === 'sellers' ? undefined : next, q: undefined })}
      />
      <div className="w-full md:w-80">
        <SearchBox
          key={kind}
          texts={{ label: t('tree.search'), short: lists('short'), close: lists('clearSearch') }}
          value={search}
          onSearch={onSearch}
        />
      </div>
    </div>
  )
}

/**
 * Sellers one with their sellers two and people, or referrers with the people who came with their codes. Each level is
 * read when it is opened; the file has all of them.
 */
export const SellerTree = ({ companyId, kind, search }: TreeProps) => {
  const t = useText('sellerCodes')
  const can = useCan()
  const shown = can('referrals.view') === true ? kind : 'sellers'
  return (
    <Stack>
      <Panel>
        {companyId !== undefined && (
          <p className="pb-2">
            <TextLink
              to="/admin/seller-codes"
              search={shown === 'sellers' ? { view: 'tree' } : { view: 'tree', of: shown }}
            >
              {t('tree.allCompanies')}
            </TextLink>
          </p>
        )}
        <TreeChoice kind={shown} search={search} />
        {shown === 'sellers' ? (
          <Sellers companyId={companyId} search={search} />
        ) : (
          <ReferrerTree companyId={companyId} search={search} />
        )}
      </Panel>
      <SplitRules {...(companyId === undefined ? {} : { companyId })} />
    </Stack>
  )
}
