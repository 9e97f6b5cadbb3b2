import { listEarnings, readEarnings, shareStates } from '@cardamom/contract/shares/earnings'
import type { WireOf } from '@cardamom/contract/endpoint'
import { CalendarDays, ChartNoAxesColumn, Share2, Ticket } from 'lucide-react'
import { isSeller } from '../kernel/area.ts'
import { useDates, useTimeZone } from '../kernel/dates.tsx'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { useCall } from '../kernel/query.ts'
import { useQueryParams } from '../kernel/router.tsx'
import { useSession } from '../kernel/session.ts'
import { ButtonLink, TextLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { KvRow, KvRows } from '../ui/kv-rows.tsx'
import { Row, Rows } from '../ui/list-row.tsx'
import type { QueryOf } from '../ui/list/use-list-pages.ts'
import { Loaded } from '../ui/loaded.tsx'
import { isNothing } from '../ui/payments/share-parts.ts'
import { Page, Stack } from '../ui/page-parts.tsx'
import { PageHeader } from '../ui/page.tsx'
import { Panel, SectionTitle } from '../ui/panel.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { ShareRows } from './share-rows.tsx'

preloadText('earnings')

type Earnings = WireOf<typeof readEarnings>
type Parts = Pick<Earnings, 'pending' | 'due' | 'stopped' | 'settled'>
const live = ['load.', 'settlement.', 'transfer.completed'] as const

/** The first and the last day of a month, as the filters of the list have them. */
const daysOf = (month: string) => {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const last = new Date(Date.UTC(year, number, 0)).getUTCDate()
  return { from: `${month}-01`, to: `${month}-${String(last).padStart(2, '0')}` }
}

const Overview = ({ pending, due, stopped, settled, owed, total }: Earnings) => {
  const t = useText('earnings')
  return (
    <Panel title={t('overview.title')}>
      <p className="num text-2xl font-semibold">{moneyText(total)}</p>
      <p className="pb-3 text-mute">{t('overview.lead')}</p>
      <KvRows>
        <KvRow name={t('overview.pending')}>{moneyText(pending)}</KvRow>
        <KvRow name={t('overview.due')}>{moneyText(due)}</KvRow>
        {!isNothing(stopped) && <KvRow name={t('overview.stopped')}>{moneyText(stopped)}</KvRow>}
        <KvRow name={t('overview.settled')}>{moneyText(settled)}</KvRow>
        {!isNothing(owed) && <KvRow name={t('overview.owed')}>{moneyText(owed)}</KvRow>}
      </KvRows>
      <p className="pt-3">
        <TextLink to="/wallet">{t('overview.wallet')}</TextLink>
      </p>
    </Panel>
  )
}

const useCodeName = () => {
  const t = useText('earnings')
  return ({ codeId, code }: { codeId: string | null; code: string | null }) =>
    code ?? t(codeId === null ? 'referral' : 'otherCode')
}

const Groups = ({ earnings }: { earnings: Earnings }) => {
  const t = useText('earnings')
  const date = useDates()
  const nameOf = useCodeName()
  const split = ({ pending, due, stopped, settled }: Parts) =>
    [
      t('split', { pending: moneyText(pending), due: moneyText(due), settled: moneyText(settled) }),
      ...(isNothing(stopped) ? [] : [t('stoppedPart', { amount: moneyText(stopped) })]),
    ].join(' · ')
  return (
    <>
      <section className="flex flex-col gap-2">
        <SectionTitle>{t('byCode')}</SectionTitle>
        <Rows label={t('byCode')}>
          {earnings.codes.map((code) => (
            <Row
              key={code.codeId ?? 'referral'}
              icon={code.codeId === null ? Share2 : Ticket}
              tone="brand"
              title={nameOf(code)}
              value={moneyText(code.total)}
              below={t('loads', { count: code.shares })}
              more={<span className="num text-mute">{split(code)}</span>}
              {...(code.codeId === null ? {} : { to: `/earnings?codeId=${code.codeId}` })}
            />
          ))}
        </Rows>
      </section>
      <section className="flex flex-col gap-2">
        <SectionTitle>{t('byMonth')}</SectionTitle>
        <Rows label={t('byMonth')}>
          {earnings.months.map((month) => {
            const { from, to } = daysOf(month.month)
            return (
              <Row
                key={month.month}
                icon={CalendarDays}
                title={date(from, 'month')}
                value={moneyText(month.total)}
                below={t('loads', { count: month.shares })}
                more={<span className="num text-mute">{split(month)}</span>}
                to={`/earnings?from=${from}&to=${to}`}
              />
            )
          })}
        </Rows>
      </section>
    </>
  )
}

const Empty = () => {
  const t = useText('earnings')
  const sells = isSeller(useSession().user)
  return (
    <EmptyState
      icon={ChartNoAxesColumn}
      title={t('empty.title')}
      action={
        <ButtonLink to={sells ? '/codes' : '/referrals'} variant="primary">
          {t(sells ? 'empty.codes' : 'empty.invite')}
        </ButtonLink>
      }
    >
      {t(sells ? 'empty.seller' : 'empty.referrer')}
    </EmptyState>
  )
}

const Shares = ({ earnings }: { earnings: Earnings }) => {
  const t = useText('earnings')
  const date = useDates()
  const nameOf = useCodeName()
  const [params, change] = useQueryParams()
  const { codeId, from, to } = params
  const state = shareStates.find((each) => each === params['state'])
  const query: QueryOf<typeof listEarnings> = {
    ...(state === undefined ? {} : { state }),
    ...(codeId === undefined ? {} : { codeId }),
    ...(from === undefined || to === undefined ? {} : { from, to }),
  }
  const code = earnings.codes.find((each) => each.codeId === codeId)
  const names = [code && nameOf(code), from && date(from, 'month')].filter(Boolean).join(', ')
  return (
    <section className="flex flex-col gap-2">
      <SectionTitle
        aside={
          names !== '' && (
            <TextLink to="/earnings" {...(state === undefined ? {} : { search: { state } })}>
              {t('all')}
            </TextLink>
          )
        }
      >
        {names === '' ? t('shares') : t('sharesOf', { name: names })}
      </SectionTitle>
      <SelectField
        label={t('filter.label')}
        value={state ?? ''}
        onChange={({ target }) => change({ state: target.value === '' ? undefined : target.value })}
        options={[
          { value: '', label: t('filter.all') },
          ...shareStates.map((value) => ({ value, label: t(`values.state.${value}`) })),
        ]}
      />
      <ShareRows query={query} />
    </section>
  )
}

/** What the person earns with their codes, by code and by month, and each share: `/earnings`. */
export const EarningsPage = () => {
  const t = useText('earnings')
  const zone = useTimeZone()
  const [{ codeId, from }] = useQueryParams()
  const isFiltered = codeId !== undefined || from !== undefined
  const earnings = useCall(readEarnings, { input: { zone } }, { live })
  return (
    <Page>
      <PageHeader title={t('title')} back={isFiltered ? '/earnings' : '/'} isNavItem />
      <Loaded
        reads={{ earnings }}
        waiting={<SkeletonRows rows={6} />}
        failed={t('failed')}
        empty={({ earnings: { shares } }) => shares === 0 && <Empty />}
      >
        {({ earnings: found }) => (
          <Stack>
            {!isFiltered && <Overview {...found} />}
            {!isFiltered && <Groups earnings={found} />}
            <Shares earnings={found} />
          </Stack>
        )}
      </Loaded>
    </Page>
  )
}
