import { countApprovals, listApprovals } from '@cardamom/contract/approvals'
import { readCoinDeposit } from '@cardamom/contract/deposits/coin-deposits'
import { refundToEnteredAddress } from '@cardamom/contract/deposits/entered-address'
import { listCoinDeposits } from '@cardamom/contract/loads/wallet-payments'
import type { WireOf } from '@cardamom/contract/endpoint'
import { useId, useState } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { useAction } from '../kernel/query.ts'
import { toastSuccess } from '../kernel/toasts.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useContractForm } from '../ui/form.tsx'
import { ComparedAddress } from '../ui/payments/compared-address.tsx'
import { networkName } from '../ui/payments/load-wire.ts'
import { TextArea } from '../ui/text-field.tsx'

const changes = [readCoinDeposit, listCoinDeposits, listApprovals, countApprovals]
const readSchema = () => Promise.resolve(refundToEnteredAddress.input)

type Props = { readonly found: WireOf<typeof readCoinDeposit>; readonly amount: string }

/** The address that the company named, how it did, and that it was compared. */
const EnterAddressForm = ({ found, amount, onClose }: Props & { readonly onClose: () => void }) => {
  const t = useText('topUps')
  const id = useId()
  const [isCompared, setCompared] = useState(false)
  const send = useAction(refundToEnteredAddress, { errors: 'fields', changes })
  const form = useContractForm<{ address: string; reason: string }>({
    schema: readSchema,
    defaultValues: { address: '', reason: '' },
  })
  const facts = { name: found.company.name, network: networkName(found.asset.network) }
  const isBusy = form.formState.isSubmitting
  const submit = form.send(async (input) => {
    await send.mutateAsync({ params: { id: found.id }, input })
    toastSuccess(t('review.requested'))
    onClose()
  })
  return (
    <Dialog
      open
      size="small"
      onClose={onClose}
      busy={isBusy}
      title={t('coin.refundTitle', { amount })}
      cancel={t('review.back')}
      actions={
        <Button type="submit" form={id} variant="primary" busy={isBusy} disabled={!isCompared}>
          {t('review.request')}
        </Button>
      }
    >
      <form id={id} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <p className="text-mute">{t('coin.address.enterText', facts)}</p>
        <ComparedAddress
          label={t('coin.address.enterAddress', facts)}
          compared={t('coin.address.compared', facts)}
          typed={form.watch('address').trim()}
          isCompared={isCompared}
          onCompare={setCompared}
          field={form.field('address')}
        />
        <TextArea label={t('coin.address.enterReason')} rows={3} maxLength={500} {...form.field('reason')} />
      </form>
    </Dialog>
  )
}

/** Returns the coins of a company that has nobody who could enter an address (domain §7). */
export const EnterAddress = ({ found, amount }: Props) => {
  const t = useText('topUps')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('coin.address.enter')}</Button>
      {isOpen && <EnterAddressForm found={found} amount={amount} onClose={() => setOpen(false)} />}
    </>
  )
}
