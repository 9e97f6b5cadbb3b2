import { listTiers } from '@cardamom/contract/reports/tiers'
import { Building2, Network } from 'lucide-react'
import { useCallback } from 'react'
import { useHasSideRoom } from '../kernel/breakpoint.ts'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { sumOf } from '../kernel/cents.ts'
import { useQueryParams } from '../kernel/router.tsx'
import { useSession } from '../kernel/session.ts'
import { Drawer } from '../ui/dialog.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { useListPages, type RowOf } from '../ui/list/use-list-pages.ts'
import { PageHeader } from '../ui/page.tsx'
import { Panel } from '../ui/panel.tsx'
import { SearchBox } from '../ui/search-box.tsx'
import { Status, Tag } from '../ui/status.tsx'
import { RecordTree, treeRowsAtOnce } from '../ui/tree/record-tree.tsx'
import { TierDetails, tierLive } from './tier-details.tsx'

preloadText('tiers')
preloadText('lists')

const topQuery = (search: string) => (search === '' ? { top: 'true' as const } : { q: search })

const useLevel = (parentId: string | null, search: string) =>
  useListPages(listTiers, {
    query: parentId === null ? topQuery(search) : { parentId },
    live: tierLive,
    rowsAtOnce: treeRowsAtOnce,
  })

const amountClass = 'num md:w-26 md:shrink-0 md:text-right md:text-base'

/** An amount with its name; on a desktop the name is above the column. */
const Amount = ({ name, amount }: { name: string; amount: string | null }) =>
  amount === null ? (
    <span aria-hidden className={`${amountClass} text-mute max-md:hidden`}>
      –
    </span>
  ) : (
    <span className={amountClass}>
      <span className="text-mute md:sr-only">{name} </span>
      <span className="font-medium whitespace-nowrap">{moneyText(amount)}</span>
    </span>
  )

const TierLine = ({ search, ...row }: RowOf<typeof listTiers> & { search: string }) => {
  const t = useText('tiers')
  const { name, tier, active, money, share, parentName } = row
  const pending = share && sumOf([share.regularPending, share.immediatePending])
  return (
    <span className="flex min-w-0 grow flex-col py-2 md:flex-row md:items-center md:gap-3 md:py-1">
      <span className="flex min-w-0 grow flex-wrap items-center gap-x-2">
        <span className="font-medium wrap-anywhere">{name}</span>
        <Tag>{t('tier', { tier: String(tier) })}</Tag>
        {!active && (
          <Status tone="neutral" variant="plain">
            {t('closed')}
          </Status>
        )}
        {search !== '' && parentName !== null && (
          <span className="text-base text-mute md:text-sm">{t('under', { name: parentName })}</span>
        )}
      </span>
      {money !== null && (
        <span className="flex flex-wrap gap-x-3 text-base md:flex-nowrap">
          <Amount name={t('regular')} amount={money.regular} />
          <Amount name={t('immediate')} amount={money.immediate} />
          <Amount name={t('pending')} amount={pending} />
        </span>
      )}
    </span>
  )
}

/** Names of the columns; each amount names itself to a screen reader. */
const Head = () => {
  const t = useText('tiers')
  return (
    <div
      aria-hidden
      className="flex gap-3 border-b border-line2 pr-3 pb-2 pl-10 text-sm text-mute max-md:hidden"
    >
      <span className="grow">{t('company')}</span>
      {(['regular', 'immediate', 'pending'] as const).map((name) => (
        <span key={name} className="w-26 shrink-0 text-right">
          {t(name)}
        </span>
      ))}
    </div>
  )
}

const Tree = ({ search, opened, show }: { search: string; opened: string; show: (id: string) => void }) => {
  const t = useText('tiers')
  return (
    <div className="min-w-0">
      <RecordTree
        key={search}
        useLevel={useLevel}
        search={search}
        head={<Head />}
        show={show}
        selected={opened === '' ? null : opened}
        row={(row) => <TierLine {...row} search={search} />}
        texts={{
          label: t('tree.label'),
          failed: t('tree.failed'),
          more: (count) => t('tree.more', { count }),
        }}
        empty={
          <EmptyState
            icon={Building2}
            title={t(search === '' ? 'empty.title' : 'noMatch.title')}
            titleAs="h2"
          >
            {t(search === '' ? 'empty.body' : 'noMatch.body')}
          </EmptyState>
        }
      />
      <p className="hidden pt-2 text-sm text-mute md:block">{t('tree.keys')}</p>
    </div>
  )
}

/** Details next to the tree where there is room, else over it. */
const Details = ({ id, close }: { id: string; close: () => void }) => {
  const t = useText('tiers')
  const hasRoom = useHasSideRoom()
  if (!hasRoom)
    return (
      <Drawer open={id !== ''} onClose={close} title={t('company')}>
        {id !== '' && <TierDetails key={id} id={id} />}
      </Drawer>
    )
  return (
    <aside aria-label={t('company')}>
      <Panel title={t('company')}>
        {id === '' ? (
          <EmptyState icon={Network} title={t('choose.title')}>
            {t('choose.body')}
          </EmptyState>
        ) : (
          <TierDetails key={id} id={id} />
        )}
      </Panel>
    </aside>
  )
}

/** The tree of the reader's companies with their money: `/admin/tiers`. */
export const TiersPage = () => {
  const t = useText('tiers')
  const lists = useText('lists')
  const [{ q: search = '', open = '' }, change] = useQueryParams()
  const { user } = useSession()
  const onSearch = useCallback((q: string) => change({ q: q === '' ? undefined : q }), [change])
  return (
    <>
      <PageHeader title={t('title')} facts={[t(user?.role_id === 5 ? 'lead' : 'leadOperator')]} />
      <div className="pb-4 md:w-80">
        <SearchBox
          texts={{ label: t('search'), short: lists('short'), close: lists('clearSearch') }}
          value={search}
          onSearch={onSearch}
        />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[minmax(0,1fr)_23.75rem]">
        <Tree search={search} opened={open} show={(id) => change({ open: id })} />
        <Details id={open} close={() => change({ open: undefined })} />
      </div>
    </>
  )
}
