import { loadExceptions } from '@cardamom/contract/loads/load-exceptions'
import { part } from '../kernel/deferred.tsx'
import { useDates } from '../kernel/dates.tsx'
import { useText } from '../kernel/i18n.tsx'
import { useCan } from '../kernel/permissions.ts'
import { useSession } from '../kernel/session.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Panel } from '../ui/panel.tsx'
import { arrivedOn, coinOf, isRefundOpen } from '../ui/payments/load-wire.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import type { CoinDeposit } from './coin-decision.tsx'
import { coinPath } from './coin-status.ts'

const CoinDecision = part(() => import('./coin-decision.tsx'), 'CoinDecision')
const ApproveCoinRefund = part(() => import('./coin-decision.tsx'), 'ApproveCoinRefund')
const StopCoinRefund = part(() => import('./coin-decision.tsx'), 'StopCoinRefund')
const CoinChoice = part(() => import('./coin-choice.tsx'), 'CoinChoice')
const CoinRefund = part(() => import('./coin-choice.tsx'), 'CoinRefund')
/** The amount, the address and the time of a payment, with its code. */
export const PaymentPanel = part(() => import('../ui/payments/payment-panel.tsx'), 'PaymentPanel', {
  fallback: <Skeleton className="h-96 w-full" />,
})

/** What happens to the coins: a decision that waits, or their way back. */
const useNextText = ({ status, refund, canDecide, isPayer, addressRequestedAt, ...found }: CoinDeposit) => {
  const t = useText('topUps')
  const date = useDates()
  if (!refund || refund.status === 'failed') {
    const failed = refund ? [t('coin.refundFailed', { address: refund.address })] : []
    if (addressRequestedAt !== null) {
      const facts = { name: found.company.name, at: date(addressRequestedAt, 'dayTime') }
      return [...failed, t(isPayer ? 'coin.address.needed' : 'coin.address.awaited', facts)]
    }
    if (refund) return failed
    if (isPayer) return [t('coin.chooseText')]
    return [t(canDecide ? 'coin.decideText' : 'coin.waitsText')]
  }
  const { address } = refund
  if (status === 'refunded') return [t('coin.refundedText', { address })]
  if (status === 'refunding') return [t('coin.refundSent', { address })]
  const isRequested = refund.status === 'requested'
  return [
    t(isRequested ? 'coin.address.confirmed' : 'coin.refundText', { address, name: found.company.name }),
  ]
}

/** What an administrator may do about the coins now. */
const Operations = ({ found }: { found: CoinDeposit }) => {
  const { refund, canDecide, canStopRefund } = found
  if (canStopRefund) return <StopCoinRefund found={found} />
  if (!canDecide) return null
  if (refund?.status === 'requested') return <ApproveCoinRefund found={found} />
  return isRefundOpen(found) ? null : <CoinDecision found={found} />
}

/** Coins that are not as quoted: what came and why it waits, what can be done, and their way back. */
export const CoinReview = ({ found }: { found: CoinDeposit }) => {
  const t = useText('topUps')
  const { exception, isPayer, refund } = found
  const why = loadExceptions.find((each) => each === exception)
  const came = arrivedOn(found).map(({ amount, asset }) => coinOf(amount, asset))
  return (
    <>
      <Panel>
        <p className="num text-xl font-semibold">{came.join(' + ')}</p>
        <p className="pt-1 text-mute">{why ? t(`coin.exception.${why}`) : t('coin.reversedText')}</p>
        {useNextText(found).map((text) => (
          <p key={text} className="pt-1 text-mute wrap-anywhere">
            {text}
          </p>
        ))}
        <Operations found={found} />
      </Panel>
      {refund && (isPayer || found.canWithdrawRefund) && <CoinRefund found={found} />}
      {isPayer && <CoinChoice found={found} />}
    </>
  )
}

/** A part came in time: the rest can still be sent, and its company sees what else is possible. */
export const CoinPart = ({ found }: { found: CoinDeposit }) => (
  <>
    <PaymentPanel load={found} />
    {found.isPayer && <CoinChoice found={found} />}
  </>
)

/** The whole payment was seen and is not final yet. */
export const SeenCoins = ({ found }: { found: CoinDeposit }) => {
  const t = useText('loads')
  return (
    <Panel>
      <p className="num text-xl font-semibold">{coinOf(found.received, found.asset.symbol)}</p>
      <p className="pt-1 text-mute">{t('seenText')}</p>
    </Panel>
  )
}

/** Nobody paid in time, or it was cancelled: what happens to a late payment, and the way to a new price. */
export const EndedQuote = ({ found }: { found: CoinDeposit }) => {
  const t = useText('topUps')
  const can = useCan()
  const { user } = useSession()
  const kind = found.status === 'expired' ? 'expired' : 'cancelled'
  const { company, speed: wallet, gross: amount } = found
  const isOwn = user?.user_company.id === company.id && can('withdrawals.create') === true
  return (
    <Panel>
      <h2 className="text-lg font-semibold">{t(`coin.ended.${kind}Title`)}</h2>
      <p className="pt-1 text-mute">{t(`coin.ended.${kind}Text`)}</p>
      <p className="pt-1 text-mute">{t('coin.ended.late')}</p>
      {(isOwn || can('deposits.create') === true) && (
        <div className="pt-4">
          <ButtonLink
            to={coinPath}
            search={{ company: company.id, wallet, amount }}
            variant="primary"
            fullWidth
          >
            {t('coin.ended.again')}
          </ButtonLink>
        </div>
      )}
    </Panel>
  )
}
