import type { WireOf } from '@cardamom/contract/endpoint'
import type { claimTransfer } from '@cardamom/contract/loads'
import { ApiError } from '../../kernel/api.ts'
import { useText } from '../../kernel/i18n.tsx'
import { Button } from '../button.tsx'
import { useContractForm } from '../form.tsx'
import { NoteBox } from '../note-box.tsx'
import { TextField } from '../text-field.tsx'
import { networkName, type PaymentOnWire } from './load-wire.ts'

const readSchema = async () => (await import('@cardamom/contract/loads')).claimTransfer.input

/** The call that searches a transaction, and its last answer. */
export type TransferSearch = {
  readonly mutateAsync: (call: { params: { id: string }; input: { txHash: string } }) => Promise<unknown>
  readonly data: WireOf<typeof claimTransfer> | undefined
}

/** Searches a transaction hash at once, and says where the transfer went. */
export const ClaimForm = ({ payment, claim }: { payment: PaymentOnWire; claim: TransferSearch }) => {
  const t = useText('loads')
  const form = useContractForm<{ txHash: string }>({ schema: readSchema, defaultValues: { txHash: '' } })
  const found = claim.data?.found
  const send = form.send(async ({ txHash }) => {
    try {
      await claim.mutateAsync({ params: { id: payment.id }, input: { txHash: txHash.trim() } })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      await form.showRefusals({ txHash: error.errors['txHash'] ?? [error.message] })
    }
  })
  return (
    <form noValidate className="flex flex-col gap-3" onSubmit={send}>
      <p className="text-base text-mute">{t('alreadySentText')}</p>
      <TextField
        label={t('hash')}
        placeholder="0x…"
        autoComplete="off"
        spellCheck={false}
        {...form.field('txHash')}
      />
      {found && (
        <NoteBox tone={found === 'here' ? 'good' : 'warn'} role="status">
          {t(`found.${found}`, { network: networkName(payment.asset.network) })}
        </NoteBox>
      )}
      <Button type="submit" busy={form.formState.isSubmitting} disabled={form.watch('txHash').trim() === ''}>
        {t('search')}
      </Button>
    </form>
  )
}
