import { countApprovals, listApprovals } from '@cardamom/contract/approvals'
import {
  adjustWallet,
  listWalletAdjustments,
  previewWalletAdjustment,
} from '@cardamom/contract/wallets/wallet-adjustments'
import { findWalletHolders, getWalletHolder } from '@cardamom/contract/wallets/wallet-money'
import type { SentInputOf, WireOf } from '@cardamom/contract/endpoint'
import { useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { useAction } from '../kernel/query.ts'
import { toastSuccess } from '../kernel/toasts.ts'
import { sentenceOf } from '../kernel/transport.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useContractForm } from '../ui/form.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import { TextArea } from '../ui/text-field.tsx'
import { PostingsTable } from '../ui/wallets/postings-table.tsx'
import { WalletChangeCard } from '../ui/wallets/wallet-change.tsx'

export type Adjustment = SentInputOf<typeof previewWalletAdjustment>
type Props = {
  readonly open: boolean
  readonly input: Adjustment
  readonly preview: WireOf<typeof previewWalletAdjustment>
  /** Reads the amounts again, because they have changed. */
  readonly onAgain: () => void
  readonly onClose: () => void
  readonly onDone: () => void
}

const changes = [
  listWalletAdjustments,
  previewWalletAdjustment,
  findWalletHolders,
  getWalletHolder,
  listApprovals,
  countApprovals,
]
const schema = () => Promise.resolve(adjustWallet.input.pick({ reason: true }))
/** What the person saw is not so any more. */
const outdated: readonly string[] = ['wallet_changed', 'not_enough_money', 'invalid_amount']

const Confirm = ({ input, preview, onAgain, onClose, onDone }: Props) => {
  const t = useText('walletAdjustments')
  const adjust = useAction(adjustWallet, { changes, errors: 'none' })
  const form = useContractForm({ schema, defaultValues: { reason: '' } })
  const { error } = adjust
  const facts = { type: input.type, amount: moneyText(input.amount), name: preview.change.holder.name }
  const send = async ({ reason }: { reason: string }) => {
    const answer = await adjust.mutateAsync({ input: { ...input, reason } })
    toastSuccess('approvalId' in answer ? t('review.requested') : t('review.done', facts))
    onDone()
  }
  return (
    <form noValidate onSubmit={form.send(send)} className="flex flex-col gap-5">
      <TextArea
        label={t('review.note')}
        hint={t('review.noteHint')}
        rows={2}
        maxLength={500}
        {...form.field('reason')}
      />
      {error && (
        <NoteBox
          tone={error.status === 0 ? 'warn' : 'bad'}
          role="alert"
          title={error.status === 0 ? t('review.lost') : sentenceOf(error)}
          {...(outdated.includes(error.code)
            ? { action: <Button onClick={onAgain}>{t('review.again')}</Button> }
            : {})}
        />
      )}
      <div className="flex flex-col-reverse gap-2 md:flex-row md:justify-end">
        <Button onClick={onClose}>{t('review.back')}</Button>
        <Button type="submit" variant="primary" busy={form.formState.isSubmitting}>
          {preview.needsApproval ? t('review.request') : t('review.go', facts)}
        </Button>
      </div>
    </form>
  )
}

/** Shows the wallet before and after, and the journal; then the person confirms with a note. */
export const AdjustDialog = (props: Props) => {
  const t = useText('walletAdjustments')
  const { open, input, preview, onClose } = props
  const { change, legs, limits, needsApproval } = preview
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="form"
      title={t('review.title', {
        type: input.type,
        amount: moneyText(input.amount),
        name: change.holder.name,
      })}
      lead={t('review.lead')}
    >
      <div className="flex flex-col gap-4">
        <WalletChangeCard title={t('review.wallet')} change={change} />
        <PostingsTable legs={legs} />
        <p className="text-base text-mute md:text-sm">
          {t('review.left', { amount: moneyText(limits.leftToday) })}
        </p>
        {needsApproval && <NoteBox tone="info">{t('review.twoPeople')}</NoteBox>}
        {open && <Confirm {...props} />}
      </div>
    </Dialog>
  )
}
