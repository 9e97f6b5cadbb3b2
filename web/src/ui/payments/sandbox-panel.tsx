import type { Endpoint } from '@cardamom/contract/endpoint'
import { advanceClock, payInSandbox, type sandboxPayments } from '@cardamom/contract/sandbox'
import { FlaskConical } from 'lucide-react'
import { useText } from '../../kernel/i18n.tsx'
import { useAction } from '../../kernel/query.ts'
import { toastSuccess } from '../../kernel/toasts.ts'
import { Button } from '../button.tsx'
import { Panel } from '../panel.tsx'
import type { PaymentOnWire } from './load-wire.ts'

type Payment = (typeof sandboxPayments)[number]

const paymentsFor = (load: PaymentOnWire): readonly Payment[] => {
  if (load.status === 'quoted') return ['exact', 'less', 'more', 'late', 'other_asset', 'unlisted']
  if (load.status === 'detected') return load.exception === 'underpaid' ? ['rest'] : []
  return load.status === 'expired' || load.status === 'cancelled' ? ['exact'] : []
}

/** Sandbox only: pays by real transfers of the demo wallet, and advances the business time. */
export const SandboxPanel = ({ load, changes }: { load: PaymentOnWire; changes: readonly Endpoint[] }) => {
  const t = useText('loads')
  const pay = useAction(payInSandbox, {
    changes,
    onDone: ({ amount, asset }) => toastSuccess(t('sandboxSent', { amount, asset })),
  })
  const advance = useAction(advanceClock, {
    changes,
    onDone: () => toastSuccess(t('sandboxAdvanced')),
  })
  const isBusy = pay.isPending || advance.isPending
  const payments = paymentsFor(load)
  const isPayable = payments.length > 0
  return (
    <Panel
      title={t(isPayable ? 'sandboxTitle' : 'sandboxTimeTitle')}
      action={<FlaskConical aria-hidden size={18} className="shrink-0 text-mute" />}
    >
      <p className="pb-3 text-base text-mute">{t(isPayable ? 'sandboxText' : 'sandboxTimeText')}</p>
      <div className="flex flex-wrap gap-2">
        {payments.map((payment) => (
          <Button
            key={payment}
            size="small"
            variant="soft"
            disabled={isBusy}
            onClick={() => pay.mutate({ params: { id: load.id }, input: { payment } })}
          >
            {t(`sandbox.${payment}`)}
          </Button>
        ))}
        <Button
          size="small"
          busy={advance.isPending}
          disabled={isBusy}
          onClick={() => advance.mutate({ input: { hours: 24, business: true } })}
        >
          {t('sandbox.advance')}
        </Button>
      </div>
    </Panel>
  )
}
