import { getTransfer, listTransfers } from '@cardamom/contract/transfers'
import { cancelWalletLoad } from '@cardamom/contract/transfers/wallet-loads'
import type { WireOf } from '@cardamom/contract/endpoint'
import { Ban, Clock } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { useCan } from '../kernel/permissions.ts'
import { useAction } from '../kernel/query.ts'
import { toastSuccess } from '../kernel/toasts.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Button, TextLink } from '../ui/button.tsx'
import { KvRow, KvRows } from '../ui/kv-rows.tsx'
import { DateText } from '../ui/money.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import { ReasonDialog } from '../ui/reason-dialog.tsx'

type Transfer = WireOf<typeof getTransfer>
type Card = NonNullable<Transfer['card']>
type Props = { readonly found: Transfer; readonly card: Card }

const known = ['absent', 'card_not_loadable', 'card_invalid', 'over_emergency'] as const

/** The card of a transfer with its holder. */
export const CardSide = ({ found, card }: Props) => {
  const t = useText('transfers')
  const c = useText('walletLoads')
  const can = useCan()
  const digits = card.lastDigits === null ? c('noDigits') : c('digits', { digits: card.lastDigits })
  return (
    <section aria-label={t('receiver')} className="flex flex-col gap-2 rounded-xl border border-line p-4">
      <p className="text-base text-mute md:text-sm">{t('receiver')}</p>
      <span className="flex min-w-0 items-center gap-3">
        <Avatar name={found.receiverName} shape="person" size={32} />
        <span className="min-w-0">
          <span className="block font-semibold wrap-anywhere">{found.receiverName}</span>
          <span className="num block text-base text-mute md:text-sm">{digits}</span>
        </span>
      </span>
      {can('users.view') === true && (
        <span className="self-start">
          <TextLink to={`/admin/users/${card.holderId}`}>{c('openCard')}</TextLink>
        </span>
      )}
    </section>
  )
}

/** Where the money of a transfer to a card is, in words. */
export const CardLoadStanding = ({ found, card }: Props) => {
  const c = useText('walletLoads')
  const { status, steps, refusal, cancelReason, canCancel } = found
  if (status === 'cancelled') {
    const why = known.find((each) => each === refusal)
    const text =
      refusal === 'cancelled'
        ? c('why.cancelled', { reason: cancelReason ?? '' })
        : why === undefined
          ? c('why.other', { code: refusal ?? '' })
          : c(`why.${why}`)
    return (
      <NoteBox tone="info" icon={Ban} title={c('cancelled')}>
        {text}
      </NoteBox>
    )
  }
  if (status !== 'pending') return null
  const waitsFor = (['waitsForFloat', 'waitsForCard', 'waitsForLimit'] as const).find((each) => card[each])
  const obstacle = waitsFor === undefined ? null : c(waitsFor)
  const isWaiting = canCancel || steps.length === 1
  const text = obstacle ?? (isWaiting ? c('waits') : c('underWay'))
  return <NoteBox tone={obstacle === null ? 'info' : 'warn'} icon={Clock} title={text} />
}

const Cancel = ({ found }: Pick<Props, 'found'>) => {
  const t = useText('transfers')
  const c = useText('walletLoads')
  const [isOpen, setOpen] = useState(false)
  const cancel = useAction(cancelWalletLoad, { changes: [getTransfer, listTransfers] })
  const facts = { amount: moneyText(found.total), name: found.receiverName }
  return (
    <>
      <Button variant="danger" icon={Ban} onClick={() => setOpen(true)}>
        {c('cancel.button')}
      </Button>
      <ReasonDialog
        open={isOpen}
        schema={cancelWalletLoad.input}
        texts={{
          title: c('cancel.title', facts),
          effects: [c('cancel.lead'), c('cancel.reasonHint')],
          reason: c('cancel.reason'),
          cancel: t('review.back'),
          submit: c('cancel.go'),
        }}
        send={async (reason) => {
          await cancel.mutateAsync({ params: { id: found.id }, input: { reason } })
          toastSuccess(c('cancel.done', facts))
        }}
        onClose={() => setOpen(false)}
      />
    </>
  )
}

/** What a transfer to a card has besides any other: each step, and its cancellation. */
export const CardLoad = ({ found }: Pick<Props, 'found'>) => {
  const c = useText('walletLoads')
  return (
    <div className="flex flex-col gap-4">
      <section aria-label={c('steps.title')}>
        <p className="pb-1 text-base font-medium md:text-sm">{c('steps.title')}</p>
        <KvRows>
          {found.steps.map(({ step, at }) => (
            <KvRow key={`${step} ${at}`} name={c(`steps.${step}`)}>
              <DateText value={at} variant="dayTime" />
            </KvRow>
          ))}
        </KvRows>
      </section>
      {found.canCancel && <Cancel found={found} />}
    </div>
  )
}
