import { creditLoad } from '@cardamom/contract/loads/load-resolutions'
import { listLoads, readLoad } from '@cardamom/contract/loads'
import { readWallet } from '@cardamom/contract/wallets'
import { CircleDollarSign, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { useAction } from '../kernel/query.ts'
import { toastSuccess } from '../kernel/toasts.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, dialogPart } from '../ui/dialog.tsx'
import { Row, Rows } from '../ui/list-row.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import { SectionTitle } from '../ui/panel.tsx'
import { amountsText, type LoadOnWire } from '../ui/payments/load-wire.ts'

const RefundDialog = dialogPart(async () => (await import('./load-refund.tsx')).LoadRefundDialog)

const changes = [readLoad, listLoads, readWallet]
type Resolution = LoadOnWire['resolutions'][number]

const zero = '0.00'

/** Loads the arrived money after one question that shows the exact result. */
const CreditDialog = ({
  load,
  credit,
  onClose,
}: {
  load: LoadOnWire
  credit: Resolution
  onClose: () => void
}) => {
  const t = useText('loads')
  const net = credit.net ?? zero
  const resolve = useAction(creditLoad, {
    errors: 'fields',
    changes,
    onDone: () => {
      toastSuccess(t('resolution.credited', { net: moneyText(net) }))
      onClose()
    },
  })
  const facts = { gross: moneyText(credit.gross ?? zero), fee: moneyText(credit.fee ?? zero) }
  return (
    <Dialog
      open
      size="small"
      onClose={onClose}
      busy={resolve.isPending}
      title={t('resolution.creditTitle', { net: moneyText(net) })}
      actions={
        <>
          <Button onClick={onClose}>{t('resolution.back')}</Button>
          <Button
            variant="primary"
            busy={resolve.isPending}
            onClick={() => resolve.mutate({ params: { id: load.id }, input: { net } })}
          >
            {t('resolution.creditYes', { net: moneyText(net) })}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <p className="text-mute">
          {t(load.speed === 'immediate' ? 'resolution.creditNow' : 'resolution.creditLater', facts)}
        </p>
        {resolve.error && (
          <NoteBox tone="warn" role="alert">
            {resolve.error.message}
          </NoteBox>
        )}
      </div>
    </Dialog>
  )
}

/** The payer's options for money that differs from the quote, each with its exact result (domain §5). */
export const ResolutionPanel = ({ load, title }: { load: LoadOnWire; title: string }) => {
  const t = useText('loads')
  const [chosen, setChosen] = useState<'credit' | 'refund' | null>(null)
  const close = () => setChosen(null)
  const credit = load.resolutions.find(({ kind }) => kind === 'credit')
  const refunds = load.resolutions.filter(({ kind }) => kind === 'refund')
  if (!credit && refunds.length === 0) return null
  const back = amountsText(refunds)
  return (
    <section className="flex flex-col gap-2">
      <SectionTitle>{title}</SectionTitle>
      <Rows label={title}>
        {credit && (
          <Row
            icon={CircleDollarSign}
            tone="brand"
            title={t('resolution.credit')}
            below={t('resolution.creditBelow', {
              gross: moneyText(credit.gross ?? zero),
              fee: moneyText(credit.fee ?? zero),
            })}
            value={moneyText(credit.net ?? zero)}
            onPress={() => setChosen('credit')}
          />
        )}
        {refunds.length > 0 && (
          <Row
            icon={Undo2}
            title={t('resolution.refund')}
            below={t('resolution.refundBelow', { amount: back })}
            onPress={() => setChosen('refund')}
          />
        )}
      </Rows>
      {chosen === 'credit' && credit && <CreditDialog load={load} credit={credit} onClose={close} />}
      {chosen === 'refund' && refunds.length > 0 && (
        <RefundDialog open load={load} amount={back} onClose={close} />
      )}
    </section>
  )
}
