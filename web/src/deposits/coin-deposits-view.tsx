import { listCoinDeposits } from '@cardamom/contract/loads/wallet-payments'
import { Coins } from 'lucide-react'
import type { ReactNode } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { countText } from '../kernel/money-text.ts'
import { useQueryParams } from '../kernel/router.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { EndOfRows } from '../ui/list/end-of-rows.tsx'
import { ExportCsv } from '../ui/list/export-csv.tsx'
import { useListPages, type QueryOf } from '../ui/list/use-list-pages.ts'
import { Loaded } from '../ui/loaded.tsx'
import { PageHeader } from '../ui/page.tsx'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { ViewLinks } from '../ui/view-links.tsx'
import { CoinRows } from './coin-rows.tsx'
import { depositsPath, DepositViews } from './deposit-views.tsx'

/** `open`: waits for its payment, is paid and not final yet, or is in review. */
const tabs = ['all', 'open', 'review', 'topped_up', 'refunding', 'refunded', 'expired', 'cancelled'] as const
type Tab = (typeof tabs)[number]

const queryOf = (tab: Tab): QueryOf<typeof listCoinDeposits> => {
  if (tab === 'all') return {}
  return tab === 'open' ? { open: 'true' } : { status: tab }
}

/** All payments in crypto for wallets, by state: `/admin/wallets/deposits?coins=expired`. */
export const CoinDepositsView = ({ actions }: { actions: ReactNode }) => {
  const t = useText('topUps')
  const [{ coins }] = useQueryParams()
  const tab = tabs.find((each) => each === coins) ?? 'all'
  const found = useListPages(listCoinDeposits, { query: queryOf(tab), live: ['topup.'], rowsAtOnce: 50 })
  const nameOf = (each: Tab) => {
    if (each === 'all') return t('coin.all')
    return each === 'open' ? t('coin.onTheWay') : t(`coin.status.${each}`)
  }
  return (
    <>
      <PageHeader
        title={t('title')}
        count={found.data && countText(found.count, found.countIsCapped)}
        actions={
          <>
            <ExportCsv list={listCoinDeposits} query={queryOf(tab)} count={found.count} />
            <div className="max-md:hidden">{actions}</div>
          </>
        }
      />
      <div className="flex flex-col gap-4">
        <div className="flex justify-end md:hidden">{actions}</div>
        <DepositViews view="crypto" />
      </div>
      <div className="pt-2">
        <ViewLinks
          label={t('coin.byStatus')}
          views={tabs.map((each) => ({
            to: depositsPath,
            search: { coins: each },
            name: nameOf(each),
            isCurrent: each === tab,
          }))}
        />
      </div>
      <Loaded
        reads={{ found }}
        waiting={<SkeletonRows rows={8} />}
        failed={t('coin.failedList')}
        empty={() =>
          found.rows.length === 0 && (
            <EmptyState icon={Coins} title={t(tab === 'all' ? 'coin.none' : 'coin.noneHere')} titleAs="h2">
              {t('coin.noneText')}
            </EmptyState>
          )
        }
      >
        {() => (
          <>
            <CoinRows label={nameOf(tab)} rows={found.rows} />
            <EndOfRows pages={found} />
          </>
        )}
      </Loaded>
    </>
  )
}
