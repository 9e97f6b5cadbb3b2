import { countApprovals, listApprovals } from '@cardamom/contract/approvals'
import { createTransfer, listTransfers, previewTransfer } from '@cardamom/contract/transfers'
import { findWalletHolders, getWalletHolder } from '@cardamom/contract/wallets/wallet-money'
import type { SentInputOf, WireOf } from '@cardamom/contract/endpoint'
import { useText } from '../kernel/i18n.tsx'
import { moneyText, percentText } from '../kernel/money-text.ts'
import { useAction } from '../kernel/query.ts'
import { toastSuccess } from '../kernel/toasts.ts'
import { Dialog } from '../ui/dialog.tsx'
import { MoneyConfirm } from '../ui/wallets/money-confirm.tsx'
import { KvRow, KvRows } from '../ui/kv-rows.tsx'
import { ReferenceRow } from './reference-row.tsx'
import { TransferCheck } from './transfer-check.tsx'

type Preview = WireOf<typeof previewTransfer>
export type Sides = Omit<SentInputOf<typeof previewTransfer>, 'amount' | 'amountIs'>
type Props = {
  readonly open: boolean
  readonly sides: Sides
  readonly preview: Preview
  /** What the other side knows it by; empty: nothing. */
  readonly reference: string
  /** Reads the amounts again, because they have changed. */
  readonly onAgain: () => void
  readonly onClose: () => void
  /** It is made, or requested; the id is that of a made one. */
  readonly onDone: (id: string | null) => void
}

const changes = [
  listTransfers,
  previewTransfer,
  findWalletHolders,
  getWalletHolder,
  listApprovals,
  countApprovals,
]
const schema = createTransfer.input.pick({ reason: true })
/** What the person saw is not so any more. */
const outdated: readonly string[] = ['fee_changed', 'wallet_changed', 'not_enough_money', 'invalid_amount']

const Amounts = ({
  preview: { total, fee, net, feePercent, limits },
  reference,
}: Pick<Props, 'preview' | 'reference'>) => {
  const t = useText('transfers')
  return (
    <div>
      <KvRows>
        <KvRow name={t('fields.total')}>{moneyText(total)}</KvRow>
        <KvRow name={t('review.fee', { percent: percentText(feePercent) })}>{moneyText(fee)}</KvRow>
        <KvRow name={t('fields.net')} total>
          {moneyText(net)}
        </KvRow>
        <ReferenceRow reference={reference.trim()} />
      </KvRows>
      <p className="pt-2 text-base text-mute md:text-sm">
        {t('review.left', { amount: moneyText(limits.leftToday) })}
      </p>
    </div>
  )
}

const Confirm = ({ sides, preview, reference, onAgain, onClose, onDone }: Props) => {
  const t = useText('transfers')
  const w = useText('walletMoney')
  const create = useAction(createTransfer, { changes, errors: 'none' })
  const { total, fee, receiver, needsApproval } = preview
  const send = async (reason: string) => {
    const answer = await create.mutateAsync({
      input: { ...sides, total, fee, reference: reference.trim(), reason },
    })
    const isRequested = 'approvalId' in answer
    const facts = { amount: moneyText(total), name: receiver.holder.name }
    toastSuccess(isRequested ? w('confirm.requested') : t('review.done', facts))
    onDone(isRequested ? null : answer.id)
  }
  return (
    <MoneyConfirm
      schema={schema}
      error={create.error}
      outdated={outdated}
      needsApproval={needsApproval}
      send={send}
      onAgain={onAgain}
      onClose={onClose}
      texts={{
        hint: t('review.reasonHint'),
        passkey: t('review.passkey'),
        submit: t('review.go', { amount: moneyText(total) }),
      }}
    />
  )
}

/** Shows both wallets before and after, and the journal; then the person confirms with a reason. */
export const ReviewDialog = (props: Props) => {
  const t = useText('transfers')
  const { open, preview, reference, onClose } = props
  const { total, receiver } = preview
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="form"
      title={t('review.title', { amount: moneyText(total), name: receiver.holder.name })}
      lead={t('review.lead')}
    >
      <TransferCheck preview={preview}>
        <Amounts preview={preview} reference={reference} />
      </TransferCheck>
      {open && <Confirm {...props} />}
    </Dialog>
  )
}
