import { readTreasury } from '@cardamom/contract/treasury/treasury-balances'
import type { WireOf } from '@cardamom/contract/endpoint'
import { Landmark, List, Plus } from 'lucide-react'
import { useDates } from '../kernel/dates.tsx'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { useCan } from '../kernel/permissions.ts'
import { useCall } from '../kernel/query.ts'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { KvRow, KvRows } from '../ui/kv-rows.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import { PageWithAside, Stack } from '../ui/page-parts.tsx'
import { PageHeader } from '../ui/page.tsx'
import { Panel } from '../ui/panel.tsx'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { CoinPanel, DollarPanel } from './treasury-holdings.tsx'

preloadText('treasury')

type Treasury = WireOf<typeof readTreasury>

const FloatPanel = ({ float }: { float: Treasury['float'] }) => {
  const t = useText('treasury')
  const can = useCan()
  const isShort = float.after.startsWith('-')
  return (
    <Panel title={t('float.title')}>
      <KvRows>
        <KvRow name={t('float.free')} below={t('float.freeHint')}>
          {moneyText(float.free)}
        </KvRow>
        <KvRow name={t('float.inFlight')}>{moneyText(float.inFlight)}</KvRow>
        <KvRow name={t('float.waiting')}>{moneyText(float.waiting)}</KvRow>
        <KvRow name={t('float.after')} total>
          {moneyText(float.after)}
        </KvRow>
        <KvRow name={t('float.cards')}>{moneyText(float.cards)}</KvRow>
        <KvRow name={t('float.cardholders')}>{moneyText(float.cardholders)}</KvRow>
        <KvRow name={t('float.wallets')}>{moneyText(float.wallets)}</KvRow>
      </KvRows>
      {isShort && (
        <NoteBox
          tone="warn"
          title={t('float.short')}
          action={
            can('treasury.move') === true && (
              <ButtonLink to="/admin/treasury/new?kind=funding_sent">{t('float.fund')}</ButtonLink>
            )
          }
        />
      )}
    </Panel>
  )
}

const CapitalPanel = ({ capital }: { capital: Treasury['capital'] }) => {
  const t = useText('treasury')
  return (
    <Panel title={t('capital.title')}>
      <KvRows>
        {(['contributed', 'opening', 'drawings', 'result'] as const).map((name) => (
          <KvRow key={name} name={t(`capital.${name}`)}>
            {moneyText(capital[name])}
          </KvRow>
        ))}
        <KvRow name={t('capital.net')} total>
          {moneyText(capital.net)}
        </KvRow>
      </KvRows>
    </Panel>
  )
}

const Suspense = ({ amount }: { amount: string }) => {
  const t = useText('treasury')
  const can = useCan()
  return (
    <NoteBox
      tone="warn"
      title={t('inSuspense', { amount: moneyText(amount) })}
      action={
        can('treasury.move') === true && (
          <ButtonLink to="/admin/treasury/new?kind=suspense_resolved">{t('resolve')}</ButtonLink>
        )
      }
    >
      {t('inSuspenseBody')}
    </NoteBox>
  )
}

const Shown = ({ treasury }: { treasury: Treasury }) => {
  const t = useText('treasury')
  const date = useDates()
  const { coins, dollars, comparedAt, float, capital } = treasury
  const suspense = dollars.find(({ holding }) => holding === 'suspense')?.balance ?? '0.00'
  return (
    <PageWithAside
      aside={
        <>
          <FloatPanel float={float} />
          <CapitalPanel capital={capital} />
        </>
      }
    >
      {Number(suspense) !== 0 && <Suspense amount={suspense} />}
      <DollarPanel holdings={dollars} />
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 pt-2">
        <h2 className="text-md font-semibold">{t('coins')}</h2>
        <p className="text-base text-mute md:text-sm">
          {comparedAt === null ? t('neverCompared') : t('compared', { time: date(comparedAt, 'dayTime') })}
        </p>
      </div>
      {coins.map((coin) => (
        <CoinPanel key={coin.asset} coin={coin} />
      ))}
    </PageWithAside>
  )
}

const isEmpty = ({ coins, dollars, capital }: Treasury): boolean =>
  [...coins.map(({ total }) => total), ...dollars.map(({ balance }) => balance), capital.contributed].every(
    (amount) => /^[0.]+$/.test(amount),
  )

/** Where the operator's money is: `/admin/treasury`. */
export const TreasuryPage = () => {
  const t = useText('treasury')
  const can = useCan()
  const treasury = useCall(readTreasury, { errors: 'none' }, { live: ['treasury.recorded', 'issuer.funded'] })
  const actions = (
    <>
      <ButtonLink to="/admin/treasury/records" icon={List}>
        {t('records')}
      </ButtonLink>
      {can('treasury.move') === true && (
        <ButtonLink to="/admin/treasury/new" variant="primary" icon={Plus}>
          {t('add')}
        </ButtonLink>
      )}
    </>
  )
  return (
    <div className="mx-auto w-full max-w-290">
      <Stack>
        <PageHeader
          title={t('title')}
          isNavItem
          actions={<div className="flex gap-2 max-md:hidden">{actions}</div>}
        />
        <div className="flex flex-wrap gap-2 md:hidden">{actions}</div>
        <Loaded
          reads={{ treasury }}
          waiting={<SkeletonRows rows={8} />}
          failed={t('failed')}
          empty={({ treasury: found }) =>
            isEmpty(found) && (
              <EmptyState icon={Landmark} title={t('empty.title')}>
                {t('empty.body')}
              </EmptyState>
            )
          }
        >
          {({ treasury: found }) => <Shown treasury={found} />}
        </Loaded>
      </Stack>
    </div>
  )
}
