import { getLedgerAccount } from '@cardamom/contract/reports/ledger-accounts'
import type { WireOf } from '@cardamom/contract/endpoint'
import { SearchX } from 'lucide-react'
import { useDates } from '../kernel/dates.tsx'
import { useText } from '../kernel/i18n.tsx'
import { countText } from '../kernel/money-text.ts'
import { useCall } from '../kernel/query.ts'
import { usePathParam } from '../kernel/router.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { KvRow, KvRows } from '../ui/kv-rows.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { DateText } from '../ui/money.tsx'
import { Stack } from '../ui/page-parts.tsx'
import { PageHeader } from '../ui/page.tsx'
import { Panel } from '../ui/panel.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Status } from '../ui/status.tsx'
import { LedgerDay, useLedgerDay } from './ledger-day.tsx'
import { LedgerMoney, useAccountName, useOwnerText } from './ledger-parts.tsx'
import { AccountPostings } from './ledger-postings.tsx'

type Account = WireOf<typeof getLedgerAccount>

const Facts = ({ account, day }: { account: Account; day: string | null }) => {
  const t = useText('ledger')
  const date = useDates()
  const ownerText = useOwnerText()
  const { currency, balance, balanceAt, floor, lastPostingAt, companyName } = account
  return (
    <Panel title={t('account.facts')}>
      <KvRows>
        <KvRow name={t('account.owner')}>{ownerText(account)}</KvRow>
        {companyName !== '' && account.ownerKind !== 'company' && (
          <KvRow name={t('account.company')}>{companyName}</KvRow>
        )}
        <KvRow name={t('account.side')}>{t(account.isDebitSide ? 'account.debit' : 'account.credit')}</KvRow>
        <KvRow name={t('account.floor')}>
          {floor === null ? t('account.noFloor') : <LedgerMoney amount={floor} currency={currency} />}
        </KvRow>
        <KvRow name={t('account.postings')}>{countText(account.postings)}</KvRow>
        <KvRow name={t('account.last')}>
          {lastPostingAt === null ? t('account.never') : <DateText value={lastPostingAt} variant="dayTime" />}
        </KvRow>
        <KvRow name={t('account.opened')}>
          <DateText value={account.openedAt} variant="dayTime" />
        </KvRow>
        {account.closedAt !== null && (
          <KvRow name={t('account.closed')}>
            <DateText value={account.closedAt} variant="dayTime" />
          </KvRow>
        )}
        <KvRow name={t('account.id')}>
          <span className="wrap-anywhere">{account.id}</span>
        </KvRow>
        {day !== null && balanceAt !== null && (
          <KvRow name={t('day.until', { day: date(day, 'full') })}>
            <LedgerMoney amount={balanceAt} currency={currency} />
          </KvRow>
        )}
        <KvRow name={t('account.balance')} total>
          <LedgerMoney amount={balance} currency={currency} />
        </KvRow>
      </KvRows>
    </Panel>
  )
}

const Shown = ({ account, day }: { account: Account; day: string | null }) => {
  const t = useText('ledger')
  const lists = useText('ledgerAccounts')
  const nameOf = useAccountName()
  return (
    <Stack>
      <PageHeader
        title={nameOf(account)}
        back="/admin/ledger"
        status={
          <Status tone={account.state === 'open' ? 'good' : 'neutral'}>
            {lists(`values.state.${account.state}`)}
          </Status>
        }
        facts={[account.account, lists(`values.class.${account.class}`), account.currency, t('utc')]}
      />
      <LedgerDay />
      <Facts account={account} day={day} />
      <AccountPostings accountId={account.id} />
    </Stack>
  )
}

/** One account with its balance as of any day, and its postings: `/admin/ledger/accounts/:id`. */
export const LedgerAccountPage = () => {
  const t = useText('ledger')
  const id = usePathParam('id')
  const day = useLedgerDay()
  const input = day === null ? {} : { at: day.at }
  const account = useCall(
    getLedgerAccount,
    { params: { id }, input, errors: 'none' },
    { showsPrevious: true },
  )
  return (
    <div className="mx-auto w-full max-w-290">
      <Loaded
        reads={{ account }}
        waiting={<Skeleton className="h-96" />}
        failed={t('account.failed')}
        missing={
          <EmptyState
            icon={SearchX}
            title={t('account.missing')}
            titleAs="h1"
            action={<ButtonLink to="/admin/ledger">{t('title')}</ButtonLink>}
          >
            {null}
          </EmptyState>
        }
      >
        {({ account: found }) => <Shown account={found} day={day?.day ?? null} />}
      </Loaded>
    </div>
  )
}
