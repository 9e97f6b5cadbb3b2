import { countApprovals, listApprovals } from '@cardamom/contract/approvals'
import { previewAdjustmentReversal, reverseAdjustment } from '@cardamom/contract/wallets/adjustment-reversals'
import { listWalletAdjustments } from '@cardamom/contract/wallets/wallet-adjustments'
import { useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { useAction, useCall } from '../kernel/query.ts'
import { toastSuccess } from '../kernel/toasts.ts'
import { sentenceOf } from '../kernel/transport.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { MoneyConfirm, TwoPeopleNote } from '../ui/wallets/money-confirm.tsx'
import { PostingsTable } from '../ui/wallets/postings-table.tsx'
import { WalletChangeCard } from '../ui/wallets/wallet-change.tsx'
import { CardReview } from './adjustment-parts.tsx'

type Props = {
  readonly open: boolean
  readonly id: string
  readonly reference: string
  readonly onClose: () => void
}

const changes = [listWalletAdjustments, previewAdjustmentReversal, listApprovals, countApprovals]
const schema = reverseAdjustment.input
/** What the person saw is not so any more. */
const outdated: readonly string[] = [
  'wallet_changed',
  'card_changed',
  'not_enough_money',
  'not_enough_on_card',
  'float_too_small',
]

const Check = ({ id, onClose }: Props) => {
  const t = useText('walletAdjustments')
  const w = useText('walletMoney')
  const preview = useCall(previewAdjustmentReversal, { params: { id }, errors: 'none' }, { staleMs: 0 })
  const undo = useAction(reverseAdjustment, { changes, errors: 'none' })
  return (
    <Loaded
      reads={{ preview }}
      waiting={<SkeletonRows rows={8} />}
      failed={({ error, note }) => note(error.status === 0 ? t('failed') : sentenceOf(error))}
    >
      {({ preview: found }) => {
        const { change, card, needsApproval, type, amount } = found
        const send = async (reason: string) => {
          const answer = await undo.mutateAsync({ params: { id }, input: { reason } })
          const isMade = card === null ? t('undo.done') : t('undo.started')
          toastSuccess('approvalId' in answer ? w('confirm.requested') : isMade)
          onClose()
        }
        return (
          <div className="flex flex-col gap-4">
            {change && <WalletChangeCard title={t('review.wallet')} change={change} />}
            {card ? <CardReview {...found} card={card} /> : <PostingsTable legs={found.legs} />}
            {needsApproval && <TwoPeopleNote />}
            <MoneyConfirm
              schema={schema}
              error={undo.error}
              outdated={outdated}
              needsApproval={needsApproval}
              send={send}
              onAgain={() => {
                undo.reset()
                void preview.refetch()
              }}
              onClose={onClose}
              texts={{
                reason: t('review.note'),
                hint: t(card ? 'review.noteHint' : 'review.holderNoteHint'),
                submit: t('review.go', { type, amount: moneyText(amount) }),
              }}
            />
          </div>
        )
      }}
    </Loaded>
  )
}

/** Undoes an adjustment by its opposite, after the balance, the journal and a note. */
export const UndoDialog = (props: Props) => {
  const t = useText('walletAdjustments')
  const { open, reference, onClose } = props
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="form"
      title={t('undo.title', { ref: reference })}
      lead={t('undo.lead')}
    >
      {open && <Check {...props} />}
    </Dialog>
  )
}
