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
import { Dialog } from '../ui/dialog.tsx'
import { MoneyConfirm, TwoPeopleNote } from '../ui/wallets/money-confirm.tsx'
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
const schema = adjustWallet.input.pick({ reason: true })
/** What the person saw is not so any more. */
const outdated: readonly string[] = ['wallet_changed', 'not_enough_money', 'invalid_amount']

const Confirm = ({ input, preview, onAgain, onClose, onDone }: Props) => {
  const t = useText('walletAdjustments')
  const w = useText('walletMoney')
  const adjust = useAction(adjustWallet, { changes, errors: 'none' })
  const facts = { type: input.type, amount: moneyText(input.amount), name: preview.change.holder.name }
  const send = async (reason: string) => {
    const answer = await adjust.mutateAsync({ input: { ...input, reason } })
    toastSuccess('approvalId' in answer ? w('confirm.requested') : t('review.done', facts))
    onDone()
  }
  return (
    <MoneyConfirm
      schema={schema}
      error={adjust.error}
      outdated={outdated}
      needsApproval={preview.needsApproval}
      send={send}
      onAgain={onAgain}
      onClose={onClose}
      texts={{
        reason: t('review.note'),
        hint: t('review.holderNoteHint'),
        submit: t('review.go', facts),
      }}
    />
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
        {needsApproval && <TwoPeopleNote />}
        {open && <Confirm {...props} />}
      </div>
    </Dialog>
  )
}
