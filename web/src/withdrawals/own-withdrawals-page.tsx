import { listOwnWithdrawals } from '@cardamom/contract/withdrawals'
import { listPayoutAddresses, readWithdrawalTerms } from '@cardamom/contract/withdrawals/withdrawal-requests'
import { ArrowUpFromLine, Wallet } from 'lucide-react'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { useCall } from '../kernel/query.ts'
import { useQueryParams } from '../kernel/router.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Row, Rows } from '../ui/list-row.tsx'
import { EndOfRows } from '../ui/list/end-of-rows.tsx'
import { useListPages, type RowOf } from '../ui/list/use-list-pages.ts'
import { Loaded } from '../ui/loaded.tsx'
import { Page, Stack } from '../ui/page-parts.tsx'
import { PageHeader } from '../ui/page.tsx'
import { Panel } from '../ui/panel.tsx'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { Status } from '../ui/status.tsx'
import { AddressBook } from './address-book.tsx'
import { OwnWithdrawal } from './own-withdrawal.tsx'
import { ObstacleNote, WithdrawWallets } from './withdraw-wallets.tsx'
import { WithdrawalForm } from './withdrawal-form.tsx'
import { bookLive, withdrawalLive, withdrawalTones, type WithdrawalOwner } from './withdrawal-tones.ts'

preloadText('ownWithdrawals')

/** What can be withdrawn, the form of a request, and the address book. */
const Request = ({ of }: { of: WithdrawalOwner }) => {
  const t = useText('ownWithdrawals')
  const terms = useCall(readWithdrawalTerms, { input: { of }, errors: 'none' }, { live: bookLive })
  const book = useCall(listPayoutAddresses, { input: { of }, errors: 'none' }, { live: bookLive })
  return (
    <Loaded reads={{ terms, book }} waiting={<SkeletonRows rows={6} />} failed={t('failedTerms')}>
      {({ terms: found, book: addresses }) =>
        found.wallets.length === 0 ? (
          <EmptyState icon={Wallet} title={t('noWallet')}>
            {t('noWalletHelp')}
          </EmptyState>
        ) : (
          <Stack>
            <ObstacleNote terms={found} />
            <WithdrawWallets terms={found} />
            {found.obstacle === null && <WithdrawalForm of={of} terms={found} addresses={addresses} />}
            <AddressBook of={of} terms={found} addresses={addresses} />
          </Stack>
        )
      }
    </Loaded>
  )
}

const WithdrawalRow = ({ row }: { row: RowOf<typeof listOwnWithdrawals> }) => {
  const t = useText('ownWithdrawals')
  const { id, ref, status, step, amount, currency, addressLabel } = row
  return (
    <Row
      icon={ArrowUpFromLine}
      tone={status === 'COMPLETED' ? 'good' : 'neutral'}
      title={`${addressLabel} · ${currency}`}
      value={<span className="num font-semibold">{moneyText(amount)}</span>}
      valueBelow={
        <Status variant="plain" tone={withdrawalTones[status]}>
          {t(`status.${status}`)}
        </Status>
      }
      below={
        <span className="num">
          {ref} · {t(`step.${step}`)}
        </span>
      }
      to={`/withdrawals?open=${id}`}
    />
  )
}

const History = () => {
  const t = useText('ownWithdrawals')
  const found = useListPages(listOwnWithdrawals, { query: {}, live: withdrawalLive })
  return (
    <Panel title={t('history')}>
      <Loaded
        reads={{ found }}
        waiting={<SkeletonRows rows={4} />}
        failed={t('failedList')}
        empty={() =>
          found.rows.length === 0 && (
            <EmptyState icon={ArrowUpFromLine} title={t('empty')}>
              {t('emptyHelp')}
            </EmptyState>
          )
        }
      >
        {() => (
          <>
            <Rows label={t('history')}>
              {found.rows.map((row) => (
                <WithdrawalRow key={row.id} row={row} />
              ))}
            </Rows>
            <EndOfRows pages={found} />
          </>
        )}
      </Loaded>
    </Panel>
  )
}

const OwnWithdrawals = () => {
  const t = useText('ownWithdrawals')
  return (
    <Page>
      <PageHeader title={t('title')} back="/wallet" />
      <Stack>
        <p className="text-mute">{t('lead')}</p>
        <Request of="me" />
        <History />
      </Stack>
    </Page>
  )
}

/** Withdrawals of the reader's wallets, and one of them with `?open=`: `/withdrawals`. */
export const OwnWithdrawalsPage = () => {
  const [{ open }] = useQueryParams()
  return open === undefined ? <OwnWithdrawals /> : <OwnWithdrawal key={open} id={open} />
}

/** The same for the wallets of the reader's company: `/admin/withdrawals/new`. */
export const CompanyWithdrawalPage = () => {
  const t = useText('ownWithdrawals')
  return (
    <Page>
      <PageHeader title={t('companyTitle')} back="/admin/withdrawals" />
      <Request of="company" />
    </Page>
  )
}
