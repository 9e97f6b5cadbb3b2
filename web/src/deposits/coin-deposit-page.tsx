import {
  cancelCoinDeposit,
  claimCoinTransfer,
  readCoinDeposit,
} from '@cardamom/contract/deposits/coin-deposits'
import { listCoinDeposits } from '@cardamom/contract/loads/wallet-payments'
import { HandCoins } from 'lucide-react'
import { isSandbox, useConfig } from '../kernel/branding.ts'
import { useDates } from '../kernel/dates.tsx'
import { part } from '../kernel/deferred.tsx'
import { useText } from '../kernel/i18n.tsx'
import { moneyText, percentText } from '../kernel/money-text.ts'
import { useAction, useCall } from '../kernel/query.ts'
import { usePathParam } from '../kernel/router.tsx'
import { toastSuccess } from '../kernel/toasts.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { KvRow, KvRows } from '../ui/kv-rows.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { DateText } from '../ui/money.tsx'
import { PageWithAside } from '../ui/page-parts.tsx'
import { PageHeader } from '../ui/page.tsx'
import { Panel } from '../ui/panel.tsx'
import { ClaimPanel } from '../ui/payments/claim-panel.tsx'
import { isShort, paymentAgainMs, rateText } from '../ui/payments/load-wire.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { Status } from '../ui/status.tsx'
import { Stepper } from '../ui/stepper.tsx'
import type { CoinDeposit } from './coin-decision.tsx'
import { CoinPart, CoinReview, EndedQuote, PaymentPanel, SeenCoins } from './coin-outcomes.tsx'
import { CoinTransactions } from './coin-transactions.tsx'
import { coinStatusText, coinTone } from './coin-status.ts'

const SandboxPanel = part(() => import('../ui/payments/sandbox-panel.tsx'), 'SandboxPanel')

const listPath = '/admin/wallets/deposits'

const Main = ({ found }: { found: CoinDeposit }) => {
  const t = useText('topUps')
  switch (found.status) {
    case 'quoted':
      return <PaymentPanel load={found} />
    case 'detected':
      return isShort(found) ? <CoinPart found={found} /> : <SeenCoins found={found} />
    case 'review':
    case 'refunding':
    case 'refunded':
      return <CoinReview found={found} />
    case 'expired':
    case 'cancelled':
      return <EndedQuote found={found} />
    case 'topped_up':
      return (
        <ButtonLink to={listPath} search={{ open: found.id }} icon={HandCoins}>
          {t('coin.inWallet')}
        </ButtonLink>
      )
    default:
      return null
  }
}

const Facts = ({ found }: { found: CoinDeposit }) => {
  const t = useText('topUps')
  const date = useDates()
  const { speed, gross, fee, feePercent, net, rate, ref, company, usualAt } = found
  return (
    <Panel>
      <KvRows>
        <KvRow name={t('fields.ref')}>{ref}</KvRow>
        <KvRow name={t('fields.companyName')}>{company.name}</KvRow>
        <KvRow name={t('fields.wallet')}>{t(`values.wallet.${speed}`)}</KvRow>
        <KvRow name={t('coin.rate')}>{rateText(rate)}</KvRow>
        <KvRow name={t('fields.gross')}>{moneyText(gross)}</KvRow>
        <KvRow name={t('coin.fee', { percent: percentText(feePercent) })}>{moneyText(fee)}</KvRow>
        <KvRow name={t('coin.net')} total>
          {moneyText(net)}
        </KvRow>
        <KvRow name={t('coin.from')}>
          {speed === 'immediate' ? t('coin.atOnce') : date(usualAt, 'dayTime')}
        </KvRow>
      </KvRows>
    </Panel>
  )
}

const History = ({ history }: Pick<CoinDeposit, 'history'>) => {
  const t = useText('topUps')
  const textOf = coinStatusText(t)
  return (
    <Panel title={t('coin.history')}>
      <Stepper
        direction="newest-first"
        steps={history.toReversed().map(({ status, at }) => ({
          key: `${status} ${at}`,
          state: status === 'review' ? ('attention' as const) : ('done' as const),
          title: textOf(status),
          time: <DateText value={at} variant="dayTime" />,
        }))}
      />
    </Panel>
  )
}

/** "I already sent it": searches a payment by its transaction. */
const Claim = ({ found }: { found: CoinDeposit }) => {
  const claim = useAction(claimCoinTransfer, { errors: 'fields', changes: [readCoinDeposit] })
  return <ClaimPanel payment={found} claim={claim} />
}

const Cancel = ({ id }: Pick<CoinDeposit, 'id'>) => {
  const t = useText('topUps')
  const cancel = useAction(cancelCoinDeposit, {
    changes: [readCoinDeposit, listCoinDeposits],
    onDone: () => toastSuccess(t('coin.cancelled')),
  })
  return (
    <Button variant="ghost" busy={cancel.isPending} onClick={() => cancel.mutate({ params: { id } })}>
      {t('coin.cancelPrice')}
    </Button>
  )
}

/** A deposit by crypto from its price to the wallet, updated live: `/admin/wallets/deposits/crypto/:id`. */
export const CoinDepositPage = () => {
  const t = useText('topUps')
  const config = useConfig()
  const id = usePathParam('id')
  const found = useCall(
    readCoinDeposit,
    { params: { id }, errors: 'none' },
    { live: ['topup.'], againMs: paymentAgainMs },
  )
  const { data } = found
  const isPart = data?.status === 'detected' && data.exception === 'underpaid'
  const text = data && (isPart ? t('coin.status.part') : coinStatusText(t)(data.status))
  return (
    <>
      <PageHeader
        title={data ? t('coin.titleOf', { amount: moneyText(data.gross) }) : t('title')}
        tabTitle={t('title')}
        back={listPath}
        status={<span role="status">{data && <Status tone={coinTone(data.status)}>{text}</Status>}</span>}
      />
      <Loaded
        reads={{ found }}
        waiting={<Skeleton className="h-96 w-full" />}
        failed={t('coin.unread')}
        missing={
          <EmptyState icon={HandCoins} title={t('coin.notFound')} titleAs="h2">
            {null}
          </EmptyState>
        }
      >
        {({ found: shown }) => (
          <PageWithAside
            aside={
              <>
                <Facts found={shown} />
                <CoinTransactions found={shown} />
                <History history={shown.history} />
                {isSandbox(config) && <SandboxPanel load={shown} changes={[readCoinDeposit]} />}
                {shown.canCancel && <Cancel id={shown.id} />}
              </>
            }
          >
            <Main found={shown} />
            {shown.canClaim && <Claim found={shown} />}
          </PageWithAside>
        )}
      </Loaded>
    </>
  )
}
