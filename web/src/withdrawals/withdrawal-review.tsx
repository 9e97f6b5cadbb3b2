import { readWallet } from '@cardamom/contract/wallets'
import { listOwnWithdrawals, listWithdrawals } from '@cardamom/contract/withdrawals'
import {
  listPayoutAddresses,
  previewWithdrawal,
  readWithdrawalTerms,
  requestWithdrawal,
} from '@cardamom/contract/withdrawals/withdrawal-requests'
import type { WireOf } from '@cardamom/contract/endpoint'
import { Clock, FingerprintPattern } from 'lucide-react'
import { useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { useAction } from '../kernel/query.ts'
import { toastSuccess } from '../kernel/toasts.ts'
import { sentenceOf } from '../kernel/transport.ts'
import { AddressText } from '../ui/address-text.tsx'
import { capital } from '../kernel/date-text.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { KvRow, KvRows } from '../ui/kv-rows.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import type { WithdrawalInput } from './withdrawal-tones.ts'

type Props = {
  readonly open: boolean
  readonly input: WithdrawalInput
  readonly preview: WireOf<typeof previewWithdrawal>
  readonly description: string
  /** Reads the amounts again, because they have changed. */
  readonly onAgain: () => void
  readonly onClose: () => void
  readonly onDone: () => void
}

const changes = [listOwnWithdrawals, listWithdrawals, readWithdrawalTerms, listPayoutAddresses, readWallet]
/** What the person saw is not so any more. */
const outdated: readonly string[] = ['fee_changed', 'wallet_changed', 'not_enough_money', 'invalid_amount']

/** What is paid, and to which address; then the person confirms with the passkey. */
export const WithdrawalReview = ({ open, input, preview, description, ...on }: Props) => {
  const t = useText('ownWithdrawals')
  const request = useAction(requestWithdrawal, { changes, errors: 'none' })
  const { total, fee, net, coins, asset, isAtPar, network, address, addressLabel, change } = preview
  const { error } = request
  const send = async () => {
    const { ref } = await request.mutateAsync({ input: { ...input, total, fee, description } })
    toastSuccess(t('review.done', { ref }))
    on.onDone()
  }
  return (
    <Dialog
      open={open}
      size="small"
      onClose={on.onClose}
      busy={request.isPending}
      title={t('review.title', { amount: moneyText(total) })}
      lead={t('review.lead')}
      actions={
        <>
          <Button onClick={on.onClose}>{t('review.back')}</Button>
          <Button
            variant="primary"
            busy={request.isPending}
            onClick={() => void send().catch(() => undefined)}
          >
            {t('review.go', { amount: moneyText(total) })}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <KvRows>
          <KvRow name={t('review.total')}>{moneyText(total)}</KvRow>
          <KvRow name={t('review.fee')}>{moneyText(fee)}</KvRow>
          <KvRow name={t('review.net')} total>
            {moneyText(net)}
          </KvRow>
          <KvRow name={t('review.coins')}>
            {t(isAtPar ? 'review.exactly' : 'review.about', { coins, coin: asset })}
          </KvRow>
          <KvRow name={t('review.network')}>{capital(network)}</KvRow>
          <KvRow name={t('review.to')}>{addressLabel}</KvRow>
        </KvRows>
        <AddressText address={address} />
        <KvRows>
          <KvRow name={t(`review.before.${input.wallet}`)}>{moneyText(change.before)}</KvRow>
          <KvRow name={t('review.after')}>{moneyText(change.after)}</KvRow>
        </KvRows>
        <NoteBox tone="info" icon={Clock}>
          {t('review.next')}
        </NoteBox>
        {error && (
          <NoteBox
            tone={error.status === 0 ? 'warn' : 'bad'}
            role="alert"
            title={error.status === 0 ? t('review.lost') : sentenceOf(error)}
            {...(outdated.includes(error.code)
              ? { action: <Button onClick={on.onAgain}>{t('review.again')}</Button> }
              : {})}
          />
        )}
        <p className="flex items-center gap-2 text-base text-mute md:text-sm">
          <FingerprintPattern aria-hidden size={16} className="shrink-0" />
          {t('review.passkey')}
        </p>
      </div>
    </Dialog>
  )
}
