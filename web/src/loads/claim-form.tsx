import { claimTransfer, readLoad } from '@cardamom/contract/loads'
import { ApiError } from '../kernel/api.ts'
import { useText } from '../kernel/i18n.tsx'
import { useAction } from '../kernel/query.ts'
import { Button } from '../ui/button.tsx'
import { useContractForm } from '../ui/form.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import { TextField } from '../ui/text-field.tsx'
import { networkName, type LoadOnWire } from '../ui/payments/load-wire.ts'

const readSchema = async () => (await import('@cardamom/contract/loads')).claimTransfer.input

/** Searches a transaction hash at once, and says where the transfer went. */
export const ClaimForm = ({ load }: { load: LoadOnWire }) => {
  const t = useText('loads')
  const form = useContractForm<{ txHash: string }>({ schema: readSchema, defaultValues: { txHash: '' } })
  const claim = useAction(claimTransfer, { errors: 'fields', changes: [readLoad] })
  const found = claim.data?.found
  const send = form.send(async ({ txHash }) => {
    try {
      await claim.mutateAsync({ params: { id: load.id }, input: { txHash: txHash.trim() } })
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
          {t(`found.${found}`, { network: networkName(load.asset.network) })}
        </NoteBox>
      )}
      <Button type="submit" busy={form.formState.isSubmitting} disabled={form.watch('txHash').trim() === ''}>
        {t('search')}
      </Button>
    </form>
  )
}
