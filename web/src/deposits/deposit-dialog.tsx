import { countApprovals, listApprovals } from '@cardamom/contract/approvals'
import { createTopUp, listTopUps, previewTopUp } from '@cardamom/contract/deposits'
import { findWalletHolders, getWalletHolder } from '@cardamom/contract/wallets/wallet-money'
import { ApiError } from '../kernel/api.ts'
import { useDates } from '../kernel/dates.tsx'
import { useText } from '../kernel/i18n.tsx'
import { moneyText, percentText } from '../kernel/money-text.ts'
import { useAction } from '../kernel/query.ts'
import { toastSuccess } from '../kernel/toasts.ts'
import { Dialog } from '../ui/dialog.tsx'
import { KvRow, KvRows } from '../ui/kv-rows.tsx'
import { MoneyConfirm, TwoPeopleNote } from '../ui/wallets/money-confirm.tsx'
import { PostingsTable } from '../ui/wallets/postings-table.tsx'
import { BeforeAfter } from '../ui/wallets/wallet-change.tsx'
import { HolderName } from '../ui/wallets/holder-field.tsx'
import { ShareRows } from './deposit-parts.tsx'
import { isOfForm, type DepositReview } from './use-deposit-form.ts'

type Props = DepositReview & {
  readonly open: boolean
  /** Reads the amounts again, because they have changed. */
  readonly onAgain: () => void
  /** A field of the form is wrong. */
  readonly onRefused: (error: ApiError) => void
  readonly onClose: () => void
  /** It is entered, or requested; the id is that of an entered one. */
  readonly onDone: (id: string | null) => void
}

const changes = [listTopUps, previewTopUp, findWalletHolders, getWalletHolder, listApprovals, countApprovals]
const schema = createTopUp.input.pick({ reason: true })
/** What the person saw is not so any more. */
const outdated: readonly string[] = ['fee_changed', 'wallet_changed', 'invalid_amount']

const Confirm = ({ input, entered, preview, onAgain, onRefused, onClose, onDone }: Props) => {
  const t = useText('topUps')
  const w = useText('walletMoney')
  const create = useAction(createTopUp, { changes, errors: 'none' })
  const facts = { amount: moneyText(input.gross), name: preview.holder.name }
  const send = async (reason: string) => {
    try {
      const answer = await create.mutateAsync({ input: { ...input, ...entered, fee: preview.fee, reason } })
      const isRequested = 'approvalId' in answer
      toastSuccess(isRequested ? w('confirm.requested') : t('review.done', facts))
      onDone(isRequested ? null : answer.id)
    } catch (cause) {
      if (cause instanceof ApiError && isOfForm(cause)) return onRefused(cause)
      throw cause
    }
  }
  return (
    <MoneyConfirm
      schema={schema}
      error={create.error}
      outdated={outdated}
      needsApproval={preview.needsApproval}
      send={send}
      onAgain={onAgain}
      onClose={onClose}
      texts={{
        reason: t('review.reason'),
        hint: t('review.reasonHint'),
        submit: t('review.go', facts),
      }}
    />
  )
}

const Amounts = ({ preview, entered }: Pick<Props, 'preview' | 'entered'>) => {
  const t = useText('topUps')
  const date = useDates()
  const { gross, fee, feePercent, shares, net, limits } = preview
  return (
    <div>
      <KvRows>
        <KvRow name={t('fields.bankReference')}>
          <span className="wrap-anywhere">{entered.bankReference}</span>
        </KvRow>
        <KvRow name={t('fields.valuedOn')}>{date(entered.valuedOn, 'day')}</KvRow>
        <KvRow name={t('fields.gross')}>{moneyText(gross)}</KvRow>
        <KvRow name={t('review.fee', { percent: percentText(feePercent) })}>{moneyText(fee)}</KvRow>
        <ShareRows shares={shares} />
        <KvRow name={t('fields.net')} total>
          {moneyText(net)}
        </KvRow>
      </KvRows>
      <p className="pt-2 text-base text-mute md:text-sm">
        {t('review.left', { amount: moneyText(limits.leftToday) })}
      </p>
    </div>
  )
}

/** Fee, shares, the wallet before and after, the journals and the day; then the person confirms with a note. */
export const DepositDialog = (props: Props) => {
  const t = useText('topUps')
  const date = useDates()
  const { open, preview, entered, onClose } = props
  const { holder, wallet, bucket, before, after, availableAt, legs, gross, needsApproval } = preview
  const title = t(`review.bucket.${bucket}`, { wallet: t(`values.wallet.${wallet}`) })
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="form"
      title={t('review.title', { amount: moneyText(gross), name: holder.name })}
      lead={t('review.lead')}
    >
      <div className="flex flex-col gap-4">
        <section aria-label={title} className="flex flex-col gap-3 rounded-xl border border-line p-4">
          <HolderName holder={holder} />
          <div className="border-t border-line2 pt-3">
            <p className="pb-1 text-base text-mute md:text-sm">{title}</p>
            <BeforeAfter before={before} after={after} />
          </div>
          <p className="text-base text-mute md:text-sm">
            {bucket === 'available'
              ? t('review.atOnce')
              : t('release.wire', { at: date(availableAt, 'dayTime') })}
          </p>
        </section>
        <Amounts preview={preview} entered={entered} />
        {legs.length > 0 && <PostingsTable legs={legs} />}
        {needsApproval && <TwoPeopleNote />}
        {open && <Confirm {...props} />}
      </div>
    </Dialog>
  )
}
