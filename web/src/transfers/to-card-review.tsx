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
import { MoneyConfirm } from '../ui/wallets/money-confirm.tsx'
import { KvRow, KvRows } from '../ui/kv-rows.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import { PostingsTable } from '../ui/wallets/postings-table.tsx'
import { BeforeAfter, WalletChangeCard } from '../ui/wallets/wallet-change.tsx'
import { CardName } from '../ui/wallets/card-field.tsx'

type Preview = WireOf<typeof previewWalletLoad>
type Props = {
  readonly open: boolean
  readonly sides: Omit<SentInputOf<typeof previewWalletLoad>, 'amount' | 'amountIs'>
  readonly preview: Preview
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

const CardChange = ({ card }: Pick<Preview, 'card'>) => {
  const t = useText('transfers')
  const c = useText('walletLoads')
  return (
    <section
      aria-label={t('receiver')}
      className="flex min-w-0 flex-col gap-3 rounded-xl border border-line p-4"
    >
      <p className="text-base text-mute md:text-sm">{t('receiver')}</p>
      <CardName card={card} />
      <div className="border-t border-line2 pt-3">
        <p className="pb-1 text-base text-mute md:text-sm">{c('onCard')}</p>
        <BeforeAfter before={card.before} after={card.after} />
      </div>
    </section>
  )
}

const Amounts = ({ preview }: Pick<Props, 'preview'>) => {
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

const Journals = ({ preview: { legs, creditLegs } }: Pick<Props, 'preview'>) => {
  const c = useText('walletLoads')
  return (
    <div className="flex flex-col gap-4">
      <div>
        <p className="text-base font-medium md:text-sm">{c('request')}</p>
        <PostingsTable legs={legs} />
      </div>
      <div>
        <p className="text-base font-medium md:text-sm">{c('credit')}</p>
        <PostingsTable legs={creditLegs} />
      </div>
    </div>
  )
}

const Confirm = ({ sides, preview, onAgain, onClose, onDone }: Props) => {
  const t = useText('transfers')
  const c = useText('walletLoads')
  const create = useAction(createWalletLoad, { changes, errors: 'none' })
  const { total, fee, card, needsApproval } = preview
  const send = async (reason: string) => {
    const answer = await create.mutateAsync({ input: { ...sides, total, fee, reason } })
    const isRequested = 'approvalId' in answer
    const facts = { amount: moneyText(total), name: card.holderName }
    toastSuccess(isRequested ? t('review.requested') : c('done', facts))
    onDone(isRequested ? null : answer.id)
  }
  return (
    <MoneyConfirm
      schema={schema}
      error={create.error}
      outdated={outdated}
      send={send}
      onAgain={onAgain}
      onClose={onClose}
      texts={{
        reason: t('review.reason'),
        hint: c('reasonHint'),
        lost: t('review.lost'),
        again: t('review.again'),
        back: t('review.back'),
        passkey: t('review.passkey'),
        submit: needsApproval ? t('review.request') : t('review.go', { amount: moneyText(total) }),
      }}
    />
  )
}

/** Shows the wallet and the card before and after, and both journals; then the person confirms with a reason. */
export const ToCardReview = (props: Props) => {
  const t = useText('transfers')
  const c = useText('walletLoads')
  const { open, preview, onClose } = props
  const { total, card, sender, arrives, needsApproval } = preview
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
          <CardChange card={card} />
        </div>
        <NoteBox tone="info" icon={Clock}>
          {c(`arrives.${arrives}`)}
        </NoteBox>
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-6 gap-y-4 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
          <Amounts preview={preview} />
          <Journals preview={preview} />
        </div>
        {needsApproval && <NoteBox tone="info">{t('review.twoPeople')}</NoteBox>}
      </div>
      {open && <Confirm {...props} />}
    </Dialog>
  )
}
