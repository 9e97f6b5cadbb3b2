import { ChevronDown } from 'lucide-react'
import { part } from '../../kernel/deferred.tsx'
import { useText } from '../../kernel/i18n.tsx'
import { cx } from '../cx.ts'
import type { TransferSearch } from './claim-form.tsx'
import type { PaymentOnWire } from './load-wire.ts'

const ClaimForm = part(() => import('./claim-form.tsx'), 'ClaimForm')

/** "I already sent it": only the title of the form is shown until the person presses it. */
export const ClaimPanel = ({ payment, claim }: { payment: PaymentOnWire; claim: TransferSearch }) => {
  const t = useText('loads')
  return (
    <details open={payment.status === 'expired'} className="group rounded-xl border border-line bg-surface">
      <summary
        className={cx(
          'flex min-h-14 cursor-pointer list-none items-center justify-between gap-3 rounded-xl px-4',
          'font-medium hover:bg-fill',
        )}
      >
        {t('alreadySent')}
        <ChevronDown aria-hidden size={20} className="text-mute transition-transform group-open:rotate-180" />
      </summary>
      <div className="px-4 pb-4">
        <ClaimForm payment={payment} claim={claim} />
      </div>
    </details>
  )
}
