import { addPayoutAddress, listPayoutAddresses } from '@cardamom/contract/withdrawals/withdrawal-requests'
import { useText } from '../kernel/i18n.tsx'
import { useAction } from '../kernel/query.ts'
import { toastSuccess } from '../kernel/toasts.ts'
import { AddressText } from '../ui/address-text.tsx'
import { capital } from '../kernel/date-text.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useContractForm } from '../ui/form.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import type { Terms } from './withdraw-wallets.tsx'
import type { WithdrawalOwner } from './withdrawal-tones.ts'

type Props = {
  readonly open: boolean
  readonly of: WithdrawalOwner
  readonly terms: Terms
  readonly onClose: () => void
}
const schema = () =>
  Promise.resolve(addPayoutAddress.input.pick({ label: true, network: true, address: true }))

const AddressForm = ({ of, terms, onClose }: Props) => {
  const t = useText('ownWithdrawals')
  const networks = [...new Set(terms.coins.map(({ network }) => network))]
  const add = useAction(addPayoutAddress, { errors: 'fields', changes: [listPayoutAddresses] })
  const form = useContractForm({
    schema,
    defaultValues: { label: '', network: networks[0] ?? '', address: '' },
  })
  const typed = form.watch('address').trim()
  const send = async (values: { label: string; network: string; address: string }) => {
    await add.mutateAsync({ input: { of, ...values } })
    toastSuccess(t('book.added'))
    onClose()
  }
  const { error } = add
  return (
    <form noValidate onSubmit={form.send(send)} className="flex flex-col gap-4">
      <p className="text-mute">{t('book.lead', { hours: terms.addressWaitHours })}</p>
      <TextField
        label={t('book.label')}
        hint={t('book.labelHint')}
        maxLength={60}
        autoComplete="off"
        {...form.field('label')}
      />
      <SelectField
        label={t('book.network')}
        options={networks.map((value) => ({ value, label: capital(value) }))}
        {...form.field('network')}
      />
      <TextField
        label={t('book.address')}
        placeholder="0x…"
        autoComplete="off"
        spellCheck={false}
        {...form.field('address')}
      />
      {typed !== '' && form.errorOf('address') === undefined && <AddressText address={typed} />}
      {error && Object.keys(error.errors).length === 0 && (
        <NoteBox tone="bad" role="alert" title={error.message} />
      )}
      <div className="flex flex-col-reverse gap-2 md:flex-row md:justify-end">
        <Button onClick={onClose}>{t('book.cancel')}</Button>
        <Button type="submit" variant="primary" busy={form.formState.isSubmitting}>
          {t('book.save')}
        </Button>
      </div>
    </form>
  )
}

/** Adds an address to the book; the passkey signs it. */
export const AddAddress = (props: Props) => {
  const t = useText('ownWithdrawals')
  return (
    <Dialog open={props.open} size="small" onClose={props.onClose} title={t('book.add')}>
      {props.open && <AddressForm {...props} />}
    </Dialog>
  )
}
