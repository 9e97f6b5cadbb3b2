import { readMasterBalance, trendDays } from '@cardamom/contract/treasury/master-balance'
import { useDates } from '../kernel/dates.tsx'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { countText, moneyText } from '../kernel/money-text.ts'
import { useCan } from '../kernel/permissions.ts'
import { useCall } from '../kernel/query.ts'
import { ButtonLink, TextLink } from '../ui/button.tsx'
import { KvRow, KvRows } from '../ui/kv-rows.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import { PageWithAside, Stack } from '../ui/page-parts.tsx'
import { PageHeader } from '../ui/page.tsx'
import { Panel } from '../ui/panel.tsx'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { Releases, Trend, type Balance } from './balance-charts.tsx'

preloadText('masterBalance')

const minuteMs = 60_000

/** What to do: how much to fund, and until when. */
const Advice = ({ balance: { shortfall, isBelow, threshold } }: { balance: Balance }) => {
  const t = useText('masterBalance')
  const date = useDates()
  const can = useCan()
  const wire = can('treasury.move') === true && (
    <ButtonLink to="/admin/treasury/new?kind=funding_sent">{t('wire')}</ButtonLink>
  )
  return (
    <>
      {shortfall !== null && (
        <NoteBox
          tone="bad"
          title={t('fund', {
            amount: moneyText(shortfall.amount),
            by: `${date(shortfall.by, 'dayTime')} UTC`,
          })}
          action={wire}
        >
          {t('fundBody')}
        </NoteBox>
      )}
      {isBelow && (
        <NoteBox
          tone="warn"
          title={t('alarm', { amount: moneyText(threshold) })}
          action={shortfall === null && wire}
        >
          {t('alarmBody')}
        </NoteBox>
      )}
      {shortfall === null && !isBelow && <NoteBox tone="good">{t('enough')}</NoteBox>}
    </>
  )
}

const Account = ({ balance: { reading, float, threshold, asOf } }: { balance: Balance }) => {
  const t = useText('masterBalance')
  const date = useDates()
  const can = useCan()
  const minutes = reading === null ? 0 : Math.floor((Date.parse(asOf) - Date.parse(reading.at)) / minuteMs)
  return (
    <Panel title={t('balance')}>
      {reading === null ? (
        <p className="pb-2 text-mute md:text-base">{t('neverSynced')}</p>
      ) : (
        <>
          <p className="num text-3xl font-semibold">{moneyText(reading.available)}</p>
          <p className="pb-2 text-base text-mute md:text-sm">
            {t('synced', { at: date(reading.at, 'near') })}, {t('age', { count: minutes })}
          </p>
        </>
      )}
      <KvRows>
        {reading !== null && (
          <KvRow name={t('free')} below={t('freeHint')}>
            {moneyText(reading.float)}
          </KvRow>
        )}
        <KvRow name={t('book')}>{moneyText(float)}</KvRow>
        <KvRow name={t('threshold')}>
          {Number(threshold) === 0 ? t('noThreshold') : moneyText(threshold)}
        </KvRow>
      </KvRows>
      {can('settings.view') === true && (
        <p className="pt-2">
          <TextLink to="/admin/settings/gateway">{t('change')}</TextLink>
        </p>
      )}
    </Panel>
  )
}

/** The operator's account at the card issuer: `/admin/master-balance` (ux §1). */
export const MasterBalancePage = () => {
  const t = useText('masterBalance')
  const balance = useCall(readMasterBalance, {}, { live: ['treasury.recorded', 'issuer.funded', 'load.'] })
  return (
    <Stack>
      <PageHeader title={t('title')} isNavItem facts={[t('lead')]} />
      <Loaded reads={{ balance }} waiting={<SkeletonRows rows={8} />} failed={t('failed')}>
        {({ balance: found }) => (
          <PageWithAside aside={<Account balance={found} />}>
            <Advice balance={found} />
            <Panel title={t('trend.title', { days: countText(trendDays) })}>
              <Trend samples={found.samples} threshold={found.threshold} />
            </Panel>
            <Panel title={t('releases.title')}>
              <Releases releases={found.releases} due={found.due} />
            </Panel>
          </PageWithAside>
        )}
      </Loaded>
    </Stack>
  )
}
