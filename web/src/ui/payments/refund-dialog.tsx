import { useId, useState } from 'react'
import type { ApiError } from '../../kernel/api.ts'
import { useText } from '../../kernel/i18n.tsx'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import { useContractForm } from '../form.tsx'
import { NoteBox } from '../note-box.tsx'
import { ComparedAddress } from './compared-address.tsx'
import { networkName, type PaymentOnWire } from './load-wire.ts'

const readSchema = async () => (await import('@cardamom/contract/loads/load-resolutions')).requestRefund.input

type RefundDialogProps = {
  open: boolean
  payment: PaymentOnWire
  amount: string
  /** What the payer has to know before they enter the address. */
  text: string
  /** The call that requests the refund to an address, once the step-up has signed it. */
  request: {
    readonly mutateAsync: (call: { params: { id: string }; input: { address: string } }) => Promise<unknown>
    readonly error: ApiError | null
  }
  onClose: () => void
}

/** The payer types an address, compares it in groups, and confirms it; the step-up then signs it (domain §5). */
export const RefundDialog = ({ open, payment, amount, text, request, onClose }: RefundDialogProps) => {
  const t = useText('loads')
  const id = useId()
  const [isMine, setMine] = useState(false)
  const form = useContractForm<{ address: string }>({ schema: readSchema, defaultValues: { address: '' } })
  const typed = form.watch('address').trim()
  const send = form.send(() => request.mutateAsync({ params: { id: payment.id }, input: { address: typed } }))
  const facts = { amount, network: networkName(payment.asset.network) }
  const isBusy = form.formState.isSubmitting
  return (
    <Dialog
      open={open}
      size="small"
      onClose={onClose}
      busy={isBusy}
      title={t('resolution.refundTitle', facts)}
      cancel={t('resolution.back')}
      actions={
        <Button type="submit" form={id} variant="primary" busy={isBusy} disabled={!isMine}>
          {t('resolution.refundYes')}
        </Button>
      }
    >
      <form id={id} noValidate onSubmit={send} className="flex flex-col gap-4">
        <p className="text-mute">{text}</p>
        <ComparedAddress
          label={t('resolution.refundAddress', facts)}
          compared={t('resolution.refundMine', facts)}
          typed={typed}
          isCompared={isMine}
          onCompare={setMine}
          field={form.field('address')}
        />
        {request.error && request.error.errors['address'] === undefined && (
          <NoteBox tone="warn" role="alert">
            {request.error.message}
          </NoteBox>
        )}
      </form>
    </Dialog>
  )
}
