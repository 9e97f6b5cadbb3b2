import { countApprovals, listApprovals } from '@cardamom/contract/approvals'
import { adjustCard, previewCardAdjustment } from '@cardamom/contract/wallets/card-adjustments'
import { listWalletAdjustments } from '@cardamom/contract/wallets/wallet-adjustments'
import type { SentInputOf, WireOf } from '@cardamom/contract/endpoint'
import { useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { useAction } from '../kernel/query.ts'
import { toastSuccess } from '../kernel/toasts.ts'
import { Dialog } from '../ui/dialog.tsx'
import { MoneyConfirm, TwoPeopleNote } from '../ui/wallets/money-confirm.tsx'
import { CardReview } from './adjustment-parts.tsx'

type Props = {
  readonly open: boolean
  readonly input: SentInputOf<typeof previewCardAdjustment>
  readonly preview: WireOf<typeof previewCardAdjustment>
  /** Reads the amounts again, because they have changed. */
  readonly onAgain: () => void
  readonly onClose: () => void
  /** It is under way, or requested; the id is that of one under way. */
  readonly onDone: (id: string | null) => void
}

const changes = [listWalletAdjustments, previewCardAdjustment, listApprovals, countApprovals]
const schema = adjustCard.input.pick({ reason: true })
/** What the person saw is not so any more. */
const outdated: readonly string[] = [
  'card_changed',
  'not_enough_on_card',
  'float_too_small',
  'invalid_amount',
]

const Confirm = ({ input, preview, onAgain, onClose, onDone }: Props) => {
  const t = useText('walletAdjustments')
  const w = useText('walletMoney')
  const adjust = useAction(adjustCard, { changes, errors: 'none' })
  const facts = { type: input.type, amount: moneyText(input.amount), name: preview.card.holderName }
  const send = async (reason: string) => {
    const answer = await adjust.mutateAsync({ input: { ...input, reason } })
    const isRequested = 'approvalId' in answer
    toastSuccess(isRequested ? w('confirm.requested') : t('review.started', facts))
    onDone(isRequested ? null : answer.id)
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
        hint: t('review.noteHint'),
        submit: t('review.go', facts),
      }}
    />
  )
}

/** Shows the card before and after, and its journals; then the person confirms with a note. */
export const AdjustCardDialog = (props: Props) => {
  const t = useText('walletAdjustments')
  const { open, input, preview, onClose } = props
  const { card, limits, needsApproval } = preview
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="form"
      title={t('review.title', { type: input.type, amount: moneyText(input.amount), name: card.holderName })}
      lead={t('review.cardLead')}
    >
      <div className="flex flex-col gap-4">
        <CardReview {...preview} />
        <p className="text-base text-mute md:text-sm">
          {t('review.leftOfCard', { amount: moneyText(limits.leftToday) })}
        </p>
        {needsApproval && <TwoPeopleNote />}
        {open && <Confirm {...props} />}
      </div>
    </Dialog>
  )
}
