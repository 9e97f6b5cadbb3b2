import { listSellers } from '@cardamom/contract/sellers/sellers-list'
import { listReferredPeople } from '@cardamom/contract/shares/referred-people'
import { ChevronDown, ChevronRight, Users } from 'lucide-react'
import { useState } from 'react'
import { useDates } from '../kernel/dates.tsx'
import { useText } from '../kernel/i18n.tsx'
import { TextLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { EndOfRows } from '../ui/list/end-of-rows.tsx'
import { ExportCsv } from '../ui/list/export-csv.tsx'
import { useListPages, type RowOf } from '../ui/list/use-list-pages.ts'
import { Loaded } from '../ui/loaded.tsx'
import { Stack } from '../ui/page-parts.tsx'
import { Panel } from '../ui/panel.tsx'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { SplitRules } from '../ui/split-rules.tsx'
import { Status, Tag } from '../ui/status.tsx'

type Seller = RowOf<typeof listSellers>

const rowsAtOnce = 50
const branch = 'ml-5 border-l border-line pl-3 md:ml-4'

const People = ({ sellerId }: { sellerId: string }) => {
  const t = useText('sellerCodes')
  const date = useDates()
  const pages = useListPages(listReferredPeople, { query: { referredById: sellerId }, rowsAtOnce })
  return (
    <Loaded reads={{ pages }} waiting={<SkeletonRows rows={2} />} failed={t('tree.peopleFailed')}>
      {() => (
        <>
          <ul>
            {pages.rows.map((person) => (
              <li
                key={person.id}
                className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 py-1 md:min-h-9"
              >
                <TextLink to={`/admin/users/${person.id}`}>{person.name}</TextLink>
                <span className="text-base text-mute md:text-sm">
                  {person.code === null
                    ? t('tree.cameWithout', { at: date(person.createdAt, 'full') })
                    : t('tree.came', { code: person.code, at: date(person.createdAt, 'full') })}
                </span>
              </li>
            ))}
          </ul>
          <EndOfRows pages={pages} readsBy="press" />
        </>
      )}
    </Loaded>
  )
}

const Branch = ({ seller }: { seller: Seller }) => {
  const t = useText('sellerCodes')
  const [isOpen, setOpen] = useState(false)
  const { id, name, codes, sellersTwo } = seller
  const people = seller.people ?? 0
  const hasMore = people > 0 || sellersTwo > 0
  const Icon = isOpen ? ChevronDown : ChevronRight
  return (
    <li>
      <div className="flex min-h-12 items-center gap-2 py-1">
        {hasMore ? (
          <button
            type="button"
            aria-expanded={isOpen}
            aria-label={t('tree.open', { name })}
            onClick={() => setOpen(!isOpen)}
            className="flex size-11 shrink-0 items-center justify-center rounded-md hover:bg-fill md:size-9"
          >
            <Icon aria-hidden size={18} />
          </button>
        ) : (
          <span aria-hidden className="size-11 shrink-0 md:size-9" />
        )}
        <span className="min-w-0 grow">
          <span className="flex flex-wrap items-center gap-x-2">
            <TextLink to="/admin/seller-codes" search={{ ownerId: id }}>
              {name}
            </TextLink>
            <Tag>{t(`kind.${seller.kind}`)}</Tag>
            {!seller.active && (
              <Status tone="neutral" variant="plain">
                {t('tree.inactive')}
              </Status>
            )}
          </span>
          <span className="num block text-base text-mute md:text-sm">
            {seller.companyName} ·{' '}
            {seller.kind === 'seller_one'
              ? t('tree.countsTwo', { codes, sellers: sellersTwo, people })
              : t('tree.counts', { codes, people })}
          </span>
        </span>
      </div>
      {isOpen && (
        <div className={branch}>
          {sellersTwo > 0 && <Level query={{ recruitedById: id }} />}
          {people > 0 && <People sellerId={id} />}
        </div>
      )}
    </li>
  )
}

type LevelQuery = { readonly recruitedById?: string; readonly top?: 'true'; readonly companyId?: string }

const Level = ({ query, file }: { query: LevelQuery; file?: object }) => {
  const t = useText('sellerCodes')
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
          <EmptyState icon={Users} title={t('tree.empty')}>
            {t('tree.emptyBody')}
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

/** Sellers one, below them their sellers two and people. Each level is read when it is opened; the file has all sellers. */
export const SellerTree = ({ companyId }: { companyId: string | undefined }) => {
  const t = useText('sellerCodes')
  const ofCompany = companyId === undefined ? {} : { companyId }
  return (
    <Stack>
      <Panel>
        {companyId !== undefined && (
          <p className="pb-2">
            <TextLink to="/admin/seller-codes" search={{ view: 'tree' }}>
              {t('tree.allCompanies')}
            </TextLink>
          </p>
        )}
        <Level query={{ top: 'true', ...ofCompany }} file={{ sort: 'name', ...ofCompany }} />
      </Panel>
      <SplitRules {...ofCompany} />
    </Stack>
  )
}
