import { earnsShares } from '../../kernel/area.ts'
import { preloadText, useText } from '../../kernel/i18n.tsx'
import { part } from '../../kernel/deferred.tsx'
import { useSession } from '../../kernel/session.ts'
import { BarTitle } from '../../ui/page.tsx'
import { asideColumns, Stack } from '../../ui/page-parts.tsx'
import { Loaded, Settled } from '../../ui/loaded.tsx'
import { Skeleton, SkeletonRows } from '../../ui/skeleton.tsx'
import { Balance } from './balance.tsx'
import { HomeCard } from './home-card.tsx'
import { useHome, type Home } from './home-facts.ts'
import { OnItsWay } from './on-its-way.tsx'
import { NextStepCard } from './next-step-card.tsx'
import { RecentActivity } from './recent-activity.tsx'
import { SpendingPanel } from './spending-panel.tsx'

// Preloads what the page needs after its data has come: a text that loads later would hide the page again.
preloadText('cards')
preloadText('transactions')

// Loading one text after the other would delay the first paint.
for (const namespace of ['home', 'cards', 'transactions'] as const) preloadText(namespace)

/** Only new people see it. */
const Journey = part(() => import('./journey.tsx'), 'Journey', {
  fallback: <Skeleton className="h-96 w-full rounded-xl" />,
  silent: true,
})

/** Only who earns shares sees it. */
const SellerHome = part(() => import('../../sellers/seller-home.tsx'), 'SellerHome', {
  fallback: <Skeleton className="h-64 w-full rounded-xl" />,
  silent: true,
})

const grid = `${asideColumns} lg:grid-rows-[auto_1fr]`

const asideClass = 'lg:col-start-2 lg:row-span-2 lg:row-start-1'

const Waiting = () => (
  <div className={grid}>
    <div>
      <Skeleton className="h-6 w-36 rounded-sm" />
      <Skeleton className="mt-2 h-11 w-52 rounded-md" />
    </div>
    <div className={asideClass}>
      <Skeleton className="aspect-[350/221] w-full max-w-100 rounded-2xl" />
    </div>
    <div className="flex flex-col gap-4">
      <Skeleton className="h-64 w-full rounded-xl" />
      <SkeletonRows rows={4} />
    </div>
  </div>
)

const ghostOf = ({ step }: Home) => {
  if (step?.kind !== 'no-card') return 'ghost'
  return step.state === 'making' ? 'ghostMaking' : 'ghostRequest'
}

const Content = ({ home }: { home: Home }) => {
  const t = useText('home')
  const cards = home.cards.data?.items ?? []
  return (
    <div className={grid}>
      <Stack>
        <Loaded reads={{ cards: home.cards }} failed={t('cardsFailed')}>
          {() => <Balance cards={cards} openLoads={home.openLoads} />}
        </Loaded>
        <Loaded reads={home.stepReads} failed={t('step.failed')}>
          {() => <NextStepCard home={home} />}
        </Loaded>
        {earnsShares(useSession().user) && <SellerHome />}
      </Stack>
      {home.cards.data !== undefined && (
        <Stack className={asideClass}>
          <HomeCard card={home.card} count={cards.length} ghost={ghostOf(home)} />
          {home.isNew && (
            <Loaded reads={home.stepReads} waiting={null} failed={null}>
              {() => <Journey home={home} />}
            </Loaded>
          )}
          <div className="empty:hidden max-lg:hidden">
            <OnItsWay loads={home.openLoads} />
          </div>
          {!home.isNew && <SpendingPanel spending={home.spending} />}
        </Stack>
      )}
      <Stack>
        <RecentActivity activity={home.activity} />
      </Stack>
    </div>
  )
}

/** The cardholder's home: `/` (ux §2, dashboard). */
export const HomePage = () => {
  const t = useText('home')
  const home = useHome()
  return (
    <>
      <BarTitle>{t('title')}</BarTitle>
      <Settled reads={home.layoutReads} waiting={<Waiting />}>
        <Content home={home} />
      </Settled>
    </>
  )
}
