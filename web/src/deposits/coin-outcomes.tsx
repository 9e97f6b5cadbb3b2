import { loadExceptions } from '@cardamom/contract/loads/load-exceptions'
import { part } from '../kernel/deferred.tsx'
import { useText } from '../kernel/i18n.tsx'
import { useCan } from '../kernel/permissions.ts'
import { useSession } from '../kernel/session.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Panel } from '../ui/panel.tsx'
import { arrivedOn, coinOf, isRefundOpen } from '../ui/payments/load-wire.ts'
import type { CoinDeposit } from './coin-decision.tsx'
import { coinPath } from './use-coin-form.ts'

const CoinDecision = part(() => import('./coin-decision.tsx'), 'CoinDecision')
const StopCoinRefund = part(() => import('./coin-decision.tsx'), 'StopCoinRefund')

/** What happens to the coins: a decision that waits, or their way back. */
const useNextText = (found: CoinDeposit): string => {
  const t = useText('topUps')
  const { status, refund, canDecide } = found
  if (!refund) return t(canDecide ? 'coin.decideText' : 'coin.waitsText')
  const { address } = refund
  if (status === 'refunded') return t('coin.refundedText', { address })
  if (status === 'refunding') return t('coin.refundSent', { address })
  return t(isRefundOpen(found) ? 'coin.refundText' : 'coin.refundFailed', { address })
}

/** Coins that are not as quoted: what came and why it waits, what can be done, and their way back. */
export const CoinReview = ({ found }: { found: CoinDeposit }) => {
  const t = useText('topUps')
  const { exception, canDecide, canStopRefund } = found
  const why = loadExceptions.find((each) => each === exception)
  const came = arrivedOn(found).map(({ amount, asset }) => coinOf(amount, asset))
  return (
    <Panel>
      <p className="num text-xl font-semibold">{came.join(' + ')}</p>
      <p className="pt-1 text-mute">{why ? t(`coin.exception.${why}`) : t('coin.reversedText')}</p>
      <p className="pt-1 text-mute wrap-anywhere">{useNextText(found)}</p>
      {canDecide && !isRefundOpen(found) && <CoinDecision found={found} />}
      {canStopRefund && <StopCoinRefund found={found} />}
    </Panel>
  )
}

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
