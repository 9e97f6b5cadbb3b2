import { countApprovals, listApprovals } from '@cardamom/contract/approvals'
import {
  previewTreasuryOperation,
  readTreasuryChoices,
  recordTreasuryOperation,
} from '@cardamom/contract/treasury/treasury-operations'
import type { SentInputOf, WireOf } from '@cardamom/contract/endpoint'
import { useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { useAction } from '../kernel/query.ts'
import { toastSuccess } from '../kernel/toasts.ts'
import { Dialog } from '../ui/dialog.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import { MoneyConfirm } from '../ui/wallets/money-confirm.tsx'
import { BeforeAfter } from '../ui/wallets/wallet-change.tsx'
import { CurrencyLegs } from './currency-legs.tsx'

export type TreasuryReview = {
  readonly input: SentInputOf<typeof previewTreasuryOperation>
  readonly preview: WireOf<typeof previewTreasuryOperation>
}
type Props = TreasuryReview & {
  readonly open: boolean
  /** Reads the amounts again, because they have changed. */
  readonly onAgain: () => void
  readonly onClose: () => void
  readonly onDone: () => void
}

const changes = [readTreasuryChoices, previewTreasuryOperation, listApprovals, countApprovals]
const schema = recordTreasuryOperation.input.pick({ reason: true })
/** What the person saw is not so any more. */
const outdated: readonly string[] = ['amount_changed', 'record_changed', 'funding_not_open']

const Confirm = ({ input, preview, onAgain, onClose, onDone }: Props) => {
  const t = useText('treasuryOperations')
  const w = useText('walletMoney')
  const record = useAction(recordTreasuryOperation, { changes, errors: 'none' })
  const send = async (reason: string) => {
    const value = preview.value === null ? {} : { value: preview.value }
    await record.mutateAsync({ input: { ...input, ...value, reason } })
    toastSuccess(w('confirm.requested'))
    onDone()
  }
  return (
    <MoneyConfirm
      schema={schema}
      error={record.error}
      outdated={outdated}
      needsApproval
      send={send}
      onAgain={onAgain}
      onClose={onClose}
      texts={{
        hint: t('review.reasonHint'),
        submit: w('confirm.request'),
      }}
    />
  )
}

/** Shows the journal and the bank account before and after it; then the person requests the approval. */
export const TreasuryDialog = (props: Props) => {
  const t = useText('treasuryOperations')
  const { open, input, preview, onClose } = props
  const { legs, value, bankBefore, bankAfter } = preview
  const kind = t(`values.kind.${input.kind}`)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="form"
      title={t('review.title', { kind, amount: moneyText(input.amount) })}
      lead={t('review.lead')}
    >
      <div className="flex flex-col gap-4">
        {bankBefore !== bankAfter && (
          <div className="flex flex-wrap items-baseline justify-between gap-x-4">
            <p className="text-mute">{t('review.bank')}</p>
            <BeforeAfter before={bankBefore} after={bankAfter} />
          </div>
        )}
        {bankAfter.startsWith('-') && bankBefore !== bankAfter && (
          <NoteBox tone="warn" title={t('review.below')} />
        )}
        <CurrencyLegs legs={legs} />
        {value !== null && (
          <p className="text-base text-mute md:text-sm">{t('review.value', { amount: moneyText(value) })}</p>
        )}
        {open && <Confirm {...props} />}
      </div>
    </Dialog>
  )
}
