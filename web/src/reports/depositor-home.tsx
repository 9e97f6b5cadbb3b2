import { listTopUps } from '@cardamom/contract/deposits'
import { listDepositRequests } from '@cardamom/contract/deposits/deposit-requests'
import type { WireOf } from '@cardamom/contract/endpoint'
import { Plus } from 'lucide-react'
import { useDates } from '../kernel/dates.tsx'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { useCall } from '../kernel/query.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Row } from '../ui/list-row.tsx'
import { RecentRows } from './recent-rows.tsx'

preloadText('roleHomes')
preloadText('topUps')

const shown = 5
const live = ['topup.'] as const

const Deposit = (row: WireOf<typeof listTopUps>['items'][number]) => {
  const t = useText('topUps')
  const date = useDates()
  const { id, companyName, gross, status, acceptedAt, bankReference, ref } = row
  return (
    <Row
      title={companyName}
      value={moneyText(gross)}
      below={[ref, bankReference, date(acceptedAt, 'near')].filter(Boolean).join(' · ')}
      valueBelow={t(`values.status.${status}`)}
      to={`/admin/wallets/deposits?open=${id}`}
    />
  )
}

/** Wires that are on no bank statement yet. */
const OpenWires = () => {
  const t = useText('roleHomes')
  const rows = useCall(
    listTopUps,
    { input: { kind: 'wire', wire: 'unmatched', sort: 'acceptedAt', limit: shown } },
    { live },
  )
  return (
    <RecentRows
      isCounted
      rows={rows}
      title={t('deposits.open')}
      all={{
        to: '/admin/wallets/deposits?kind=wire&wire=unmatched&sort=acceptedAt',
        text: t('deposits.openAll'),
      }}
      none={{ title: t('deposits.openNone.title'), body: t('deposits.openNone.body') }}
    >
      {(row) => <Deposit key={row.id} {...row} />}
    </RecentRows>
  )
}

const LastDeposits = () => {
  const t = useText('roleHomes')
  const rows = useCall(listTopUps, { input: { limit: shown } }, { live })
  return (
    <RecentRows
      rows={rows}
      title={t('deposits.last')}
      all={{ to: '/admin/wallets/deposits', text: t('deposits.lastAll') }}
      none={{ title: t('deposits.lastNone.title'), body: t('deposits.lastNone.body') }}
    >
      {(row) => <Deposit key={row.id} {...row} />}
    </RecentRows>
  )
}

/** What the reader has requested and a second person has not decided yet. */
const Waiting = () => {
  const t = useText('roleHomes')
  const date = useDates()
  const rows = useCall(
    listDepositRequests,
    { input: { side: 'yours', status: 'awaiting_check', kind: 'wire', sort: 'requestedAt', limit: shown } },
    { live: ['approval.'] },
  )
  return (
    <RecentRows
      isCounted
      rows={rows}
      title={t('deposits.inbox')}
      all={{ to: '/admin/inbox?side=yours&kind=createTopUp', text: t('deposits.inboxAll') }}
      none={{ title: t('deposits.inboxNone.title'), body: t('deposits.inboxNone.body') }}
    >
      {({ id, companyName, total, bankReference, requestedAt, expiresAt }) => (
        <Row
          key={id}
          title={companyName}
          value={total === null ? '' : moneyText(total)}
          below={[bankReference, t('deposits.asked', { at: date(requestedAt, 'near') })]
            .filter(Boolean)
            .join(' · ')}
          valueBelow={t('deposits.until', { at: date(expiresAt, 'near') })}
          to={`/admin/inbox?side=yours&open=${id}`}
        />
      )}
    </RecentRows>
  )
}

/** For those who enter deposits: what to enter, what waits for whom, and the last ones. */
export const DepositorHome = () => {
  const t = useText('roleHomes')
  return (
    <>
      <div>
        <ButtonLink to="/admin/wallets/deposits/new" variant="primary" icon={Plus}>
          {t('deposits.enter')}
        </ButtonLink>
      </div>
      <Waiting />
      <OpenWires />
      <LastDeposits />
    </>
  )
}
