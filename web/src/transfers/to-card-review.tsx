import { countApprovals, listApprovals } from '@cardamom/contract/approvals'
import { listTransfers } from '@cardamom/contract/transfers'
import { createWalletLoad, previewWalletLoad } from '@cardamom/contract/transfers/wallet-loads'
import { findWalletHolders, getWalletHolder } from '@cardamom/contract/wallets/wallet-money'
import type { SentInputOf, WireOf } from '@cardamom/contract/endpoint'
import { Clock } from 'lucide-react'
import { useText } from '../kernel/i18n.tsx'
import { moneyText, percentText } from '../kernel/money-text.ts'
import { useAction } from '../kernel/query.ts'
import { toastSuccess } from '../kernel/toasts.ts'
import { Dialog } from '../ui/dialog.tsx'
import { CardChange, CardJournals } from '../ui/wallets/card-change.tsx'
import { MoneyConfirm, TwoPeopleNote } from '../ui/wallets/money-confirm.tsx'
import { KvRow, KvRows } from '../ui/kv-rows.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import { WalletChangeCard } from '../ui/wallets/wallet-change.tsx'
import { ReferenceRow } from './reference-row.tsx'

type Preview = WireOf<typeof previewWalletLoad>
type Props = {
  readonly open: boolean
  readonly sides: Omit<SentInputOf<typeof previewWalletLoad>, 'amount' | 'amountIs'>
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
  previewWalletLoad,
  findWalletHolders,
  getWalletHolder,
  listApprovals,
  countApprovals,
]
const schema = createWalletLoad.input.pick({ reason: true })
/** What the person saw is not so any more. */
const outdated: readonly string[] = [
  'fee_changed',
  'wallet_changed',
  'not_enough_money',
  'invalid_amount',
  'over_emergency',
]

const Amounts = ({ preview, reference }: Pick<Props, 'preview' | 'reference'>) => {
  const t = useText('transfers')
  const c = useText('walletLoads')
  const { total, fee, net, feePercent, limits, emergencyLeft } = preview
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
        {c('left', { amount: moneyText(limits.leftToday) })}
      </p>
      {emergencyLeft !== null && (
        <p className="text-base text-mute md:text-sm">
          {c('emergencyLeft', { amount: moneyText(emergencyLeft) })}
        </p>
      )}
    </div>
  )
}

const Confirm = ({ sides, preview, reference, onAgain, onClose, onDone }: Props) => {
  const t = useText('transfers')
  const w = useText('walletMoney')
  const c = useText('walletLoads')
  const create = useAction(createWalletLoad, { changes, errors: 'none' })
  const { total, fee, card, needsApproval } = preview
  const send = async (reason: string) => {
    const answer = await create.mutateAsync({
      input: { ...sides, total, fee, reference: reference.trim(), reason },
    })
    const isRequested = 'approvalId' in answer
    const facts = { amount: moneyText(total), name: card.holderName }
    toastSuccess(isRequested ? w('confirm.requested') : c('done', facts))
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
        hint: c('reasonHint'),
        passkey: t('review.passkey'),
        submit: t('review.go', { amount: moneyText(total) }),
      }}
    />
  )
}

/** Shows the wallet and the card before and after, and both journals; then the person confirms with a reason. */
export const ToCardReview = (props: Props) => {
  const t = useText('transfers')
  const c = useText('walletLoads')
  const { open, preview, reference, onClose } = props
  const { total, card, sender, arrives, needsApproval, legs, creditLegs } = preview
  const journals = [
    { title: c('request'), legs },
    { title: c('credit'), legs: creditLegs },
  ]
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="form"
      title={t('review.title', { amount: moneyText(total), name: card.holderName })}
      lead={c('check')}
    >
      <div className="flex flex-col gap-4">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3 sm:grid-cols-2">
          <WalletChangeCard title={t('sender')} change={sender} />
          <CardChange title={t('receiver')} available={c('onCard')} card={card} />
        </div>
        <NoteBox tone="info" icon={Clock}>
          {c(`arrives.${arrives}`)}
        </NoteBox>
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-6 gap-y-4 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
          <Amounts preview={preview} reference={reference} />
          <CardJournals journals={journals} />
        </div>
        {needsApproval && <TwoPeopleNote />}
      </div>
      {open && <Confirm {...props} />}
    </Dialog>
  )
}
