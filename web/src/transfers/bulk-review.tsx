import { countApprovals, listApprovals } from '@cardamom/contract/approvals'
import { listTransfers } from '@cardamom/contract/transfers'
import {
  createWalletLoadBatch,
  listWalletLoadBatches,
  previewWalletLoadBatch,
} from '@cardamom/contract/transfers/wallet-load-batches'
import { centsOf, centsText } from '../kernel/cents.ts'
import { findWalletHolders, getWalletHolder } from '@cardamom/contract/wallets/wallet-money'
import { useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { useAction, useCall } from '../kernel/query.ts'
import { toastSuccess } from '../kernel/toasts.ts'
import { Dialog } from '../ui/dialog.tsx'
import { KvRow, KvRows } from '../ui/kv-rows.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import { SkeletonRows } from '../ui/skeleton.tsx'
import type { Holder } from '../ui/wallets/holder-field.tsx'
import { MoneyConfirm, TwoPeopleNote } from '../ui/wallets/money-confirm.tsx'
import { PostingsTable } from '../ui/wallets/postings-table.tsx'
import type { Wallet } from '../ui/wallets/wallet-choice.tsx'
import { coverOf, type BulkCheck } from './use-bulk-check.ts'

type Props = {
  readonly open: boolean
  readonly sender: Holder
  readonly wallet: Wallet
  readonly check: BulkCheck
  readonly onAgain: () => void
  readonly onClose: () => void
  /** It runs, or is requested; the id is that of one that runs. */
  readonly onDone: (id: string | null) => void
}

const changes = [
  listTransfers,
  listWalletLoadBatches,
  findWalletHolders,
  getWalletHolder,
  listApprovals,
  countApprovals,
]
const schema = createWalletLoadBatch.input.pick({ reason: true })
const outdated: readonly string[] = [
  'fee_changed',
  'not_enough_money',
  'card_elsewhere',
  'receiver_not_found',
]

/** What is sent, for the preview as for the request. */
const batchOf = ({ sender, wallet, check }: Pick<Props, 'sender' | 'wallet' | 'check'>) => ({
  fromOwnerId: sender.id,
  fromWallet: wallet,
  rows: check.good.map(({ row, card }) => ({
    line: row.line,
    cardId: card?.cardId ?? '',
    total: row.amount,
    note: row.note,
  })),
  total: centsText(check.totalCents),
  fee: centsText(check.feeCents),
})

/** The sums of the postings of all rows, by account. */
const Postings = (of: Pick<Props, 'sender' | 'wallet' | 'check'>) => {
  const b = useText('walletLoadBatches')
  const preview = useCall(previewWalletLoadBatch, { input: batchOf(of), errors: 'none' })
  return (
    <Loaded reads={{ preview }} waiting={<SkeletonRows rows={4} />} failed={b('review.postingsFailed')}>
      {({ preview: { legs, creditLegs } }) => (
        <>
          <div>
            <p className="text-base font-medium md:text-sm">{b('review.request')}</p>
            <PostingsTable legs={legs} />
          </div>
          <div>
            <p className="text-base font-medium md:text-sm">{b('review.credit')}</p>
            <PostingsTable legs={creditLegs} />
          </div>
        </>
      )}
    </Loaded>
  )
}

/** Whether the wallet alone does not pay the file, and what its allowance does. */
const CoverNote = (of: Parameters<typeof coverOf>[0]) => {
  const b = useText('walletLoadBatches')
  const cover = coverOf(of)
  const allowance = moneyText(centsText(of.allowanceCents))
  if (cover.by === 'wallet') return null
  if (cover.by === 'nothing') return <NoteBox tone="warn">{b('review.short', { allowance })}</NoteBox>
  const amount = moneyText(centsText(cover.usedCents))
  return <NoteBox tone="info">{b('review.allowance', { amount, allowance })}</NoteBox>
}

const Confirm = ({ sender, wallet, check, onAgain, onClose, onDone }: Props) => {
  const t = useText('transfers')
  const w = useText('walletMoney')
  const b = useText('walletLoadBatches')
  const create = useAction(createWalletLoadBatch, { changes, errors: 'none' })
  const { good, totalCents, limitCents } = check
  const total = centsText(totalCents)
  const send = async (reason: string) => {
    const answer = await create.mutateAsync({ input: { ...batchOf({ sender, wallet, check }), reason } })
    const isRequested = 'approvalId' in answer
    toastSuccess(isRequested ? w('confirm.requested') : b('review.done', { count: good.length }))
    onDone(isRequested ? null : answer.id)
  }
  return (
    <MoneyConfirm
      schema={schema}
      error={create.error}
      outdated={outdated}
      needsApproval={totalCents > limitCents}
      send={send}
      onAgain={onAgain}
      onClose={onClose}
      texts={{
        hint: b('review.reasonHint'),
        passkey: t('review.passkey'),
        submit: t('review.go', { amount: moneyText(total) }),
      }}
    />
  )
}

/** The sums of a file, and the wallet before and after them; then the person confirms with a reason. */
export const BulkReview = (props: Props) => {
  const t = useText('transfers')
  const b = useText('walletLoadBatches')
  const { open, sender, wallet, check, onClose } = props
  const { good, totalCents, feeCents, limitCents } = check
  const before = centsOf(sender[wallet])
  const amount = moneyText(centsText(totalCents))
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="form"
      title={b('review.title', { amount, count: good.length })}
      lead={b('review.lead')}
    >
      <div className="flex flex-col gap-4">
        <KvRows>
          <KvRow name={b('sender')}>{sender.name}</KvRow>
          <KvRow name={b('review.rows')}>{good.length}</KvRow>
          <KvRow name={t('fields.total')}>{amount}</KvRow>
          <KvRow name={b('review.fee')}>{moneyText(centsText(feeCents))}</KvRow>
          <KvRow name={b('review.net')} total>
            {moneyText(centsText(totalCents - feeCents))}
          </KvRow>
          <KvRow name={b('review.before')}>{moneyText(centsText(before))}</KvRow>
          <KvRow name={b('review.after')}>{moneyText(centsText(before - totalCents))}</KvRow>
        </KvRows>
        {open && <Postings {...props} />}
        <CoverNote beforeCents={before} {...check} />
        {totalCents > limitCents && <TwoPeopleNote />}
        {open && <Confirm {...props} />}
      </div>
    </Dialog>
  )
}
