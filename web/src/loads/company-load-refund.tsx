import type { WireOf } from '@cardamom/contract/endpoint'
import type { getCompanyLoad } from '@cardamom/contract/loads/company-loads'
import { payoutReasons } from '@cardamom/contract/loads/load-refund'
import { useDates } from '../kernel/dates.tsx'
import { useText } from '../kernel/i18n.tsx'
import { AddressText } from '../ui/address-text.tsx'
import { amountsText, coinOf } from '../ui/payments/load-wire.ts'
import { Status } from '../ui/status.tsx'

type CompanyLoad = WireOf<typeof getCompanyLoad>
type Payment = CompanyLoad['refundPayments'][number]

const tones = {
  approved: 'warn',
  sending: 'neutral',
  unknown: 'warn',
  done: 'good',
  failed: 'bad',
} as const

/** One coin of a refund: its state, and why it is not paid. */
const PaymentItem = ({ payment }: { payment: Payment }) => {
  const t = useText('companyLoads')
  const date = useDates()
  const { asset, amount, step, reason, nextAt, txHash } = payment
  const isWaiting = step === 'approved' && reason !== null
  const known = payoutReasons.find((each) => each === reason) ?? 'other'
  return (
    <li className="flex flex-col gap-1 py-2.5">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3 font-medium">
        <span className="num">{coinOf(amount, asset)}</span>
        <Status tone={step === 'approved' && !isWaiting ? 'neutral' : tones[step]} variant="plain">
          {t(`refund.step.${step}`)}
        </Status>
      </p>
      {reason !== null && step !== 'done' && <p className="text-base">{t(`refund.reason.${known}`)}</p>}
      {nextAt !== null && (
        <p className="text-base text-mute">{t('refund.next', { at: date(nextAt, 'dayTime') })}</p>
      )}
      {txHash !== null && <AddressText address={txHash} />}
    </li>
  )
}

/** The refund of a load with the state of each of its coins. */
export const RefundPart = ({ found: { load, refundPayments } }: { found: CompanyLoad }) => {
  const t = useText('companyLoads')
  const date = useDates()
  const { refund } = load
  if (!refund && load.status !== 'review') return null
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-semibold">{t('refund.title')}</h3>
      <p className="text-base">
        {refund
          ? t(`refund.${refund.status}`, {
              amount: amountsText(refund.amounts),
              at: date(refund.requestedAt, 'dayTime'),
            })
          : t('refund.none')}
      </p>
      {refund && <AddressText address={refund.address} />}
      {refundPayments.length > 0 && (
        <>
          <h4 className="text-base text-mute">{t('refund.payments')}</h4>
          <ul className="*:not-last:border-b *:not-last:border-line2">
            {refundPayments.map((payment) => (
              <PaymentItem key={payment.asset} payment={payment} />
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
