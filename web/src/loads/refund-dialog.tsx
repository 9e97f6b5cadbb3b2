import { requestRefund } from '@cardamom/contract/loads/load-resolutions'
import { listLoads, readLoad } from '@cardamom/contract/loads'
import { readWallet } from '@cardamom/contract/wallets'
import { useId, useState } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { useAction } from '../kernel/query.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useContractForm } from '../ui/form.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import { TextField } from '../ui/text-field.tsx'
import { AddressText } from '../ui/address-text.tsx'
import { networkName, type LoadOnWire } from '../ui/payments/load-wire.ts'

const changes = [readLoad, listLoads, readWallet]
const readSchema = async () => (await import('@cardamom/contract/loads/load-resolutions')).requestRefund.input

type RefundDialogProps = { open: boolean; load: LoadOnWire; amount: string; onClose: () => void }

/** The person types an address, compares it in groups, and confirms it; the step-up then signs it. */
export const RefundDialog = ({ open, load, amount, onClose }: RefundDialogProps) => {
  const t = useText('loads')
  const id = useId()
  const [isMine, setMine] = useState(false)
  const form = useContractForm<{ address: string }>({ schema: readSchema, defaultValues: { address: '' } })
  const { onChange, ...address } = form.field('address')
  const request = useAction(requestRefund, { errors: 'fields', changes, onDone: onClose })
  const typed = form.watch('address').trim()
  const send = form.send(() => request.mutateAsync({ params: { id: load.id }, input: { address: typed } }))
  const facts = { amount, network: networkName(load.asset.network) }
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
        <p className="text-mute">{t('resolution.refundText', facts)}</p>
        <TextField
          label={t('resolution.refundAddress', facts)}
          placeholder="0x…"
          autoComplete="off"
          spellCheck={false}
          {...address}
          onChange={(event) => {
            setMine(false)
            void onChange(event)
          }}
        />
        {typed !== '' && address.error === undefined && (
          <>
            <AddressText address={typed} />
            <label className="flex items-start gap-3">
              <input
                type="checkbox"
                className="mt-0.5 size-5 shrink-0 accent-brand"
                checked={isMine}
                onChange={(event) => setMine(event.target.checked)}
              />
              <span>{t('resolution.refundMine', facts)}</span>
            </label>
          </>
        )}
        {request.error && request.error.errors['address'] === undefined && (
          <NoteBox tone="warn" role="alert">
            {request.error.message}
          </NoteBox>
        )}
      </form>
    </Dialog>
  )
}
