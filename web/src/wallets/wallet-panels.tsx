import type { WireOf } from '@cardamom/contract/endpoint'
import type { getWallets } from '@cardamom/contract/wallets/wallet-records'
import { CalendarCheck2, CalendarClock } from 'lucide-react'
import { differenceOf, shareOf } from '../kernel/cents.ts'
import { useDates } from '../kernel/dates.tsx'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { Meter } from '../ui/meter.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import { Figure, Figures, Panel } from '../ui/panel.tsx'
import { Tag } from '../ui/status.tsx'

preloadText('walletLines')

export type OwnedWallets = Omit<WireOf<typeof getWallets>, 'owner'>
type Wallet = OwnedWallets['wallets'][number]
type Part = OwnedWallets['pending'][number]

const Skipped = ({ skipped }: Pick<Part, 'skipped'>) => {
  const t = useText('walletLines')
  const date = useDates()
  const daysOf = (why: 'weekend' | 'holiday') =>
    skipped
      .filter((each) => each.why === why)
      .map(({ day }) => date(day, 'day'))
      .join(', ')
  const [weekend, holiday] = [daysOf('weekend'), daysOf('holiday')]
  return (
    <>
      {weekend !== '' && ` ${t('weekend', { days: weekend })}`}
      {holiday !== '' && ` ${t('holiday', { days: holiday })}`}
    </>
  )
}

/** A part of the pending money: when it is released, why then, and how much it is. */
export const PendingRow = ({
  wallet,
  runAt,
  reason,
  amount,
  count,
  skipped,
  settlement,
  namesWallet = false,
}: Part & {
  /** Where the list has parts of both wallets. */
  readonly namesWallet?: boolean
}) => {
  const t = useText('walletLines')
  const date = useDates()
  const isDeposit = reason === 'topup' || reason === 'wire'
  const Icon = runAt === null ? CalendarClock : CalendarCheck2
  return (
    <li className="flex items-start gap-2.5 border-t border-line2 py-2.5 md:text-base">
      <Icon aria-hidden size={18} className="mt-0.5 shrink-0 text-mute" />
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="font-medium">{runAt === null ? t('undated') : date(runAt, 'dayTime')}</span>
          <span className="num font-semibold text-good">{moneyText(amount, { sign: 'always' })}</span>
        </p>
        <p className="text-base text-mute md:text-sm">
          {count > 0 && `${t(isDeposit ? 'deposits' : 'shares', { count })} · `}
          {settlement && `${t('sourceOf', { kind: 'settlement', ref: settlement.ref })} · `}
          {settlement?.status === 'approved' ? t('approved') : t(`reason.${reason}`)}
          <Skipped skipped={skipped} />
        </p>
        {namesWallet && <Tag>{t(`wallet.${wallet}`)}</Tag>}
      </div>
    </li>
  )
}

/** How much of the allowance the wallet has not used. */
const Allowance = ({ available, allowance }: Pick<Wallet, 'available' | 'allowance'>) => {
  const t = useText('walletLines')
  if (allowance === '0.00') return null
  const isUsed = available.startsWith('-')
  const left = isUsed ? differenceOf(allowance, available.slice(1)) : allowance
  return (
    <div className="pt-3">
      <Meter label={t('allowance')} share={shareOf({ amount: left, largest: allowance })} />
      <p className="flex flex-wrap justify-between gap-x-3 pt-1 text-base text-mute md:text-sm">
        <span>{t('allowance')}</span>
        <span className="num">{t('unused', { amount: moneyText(left) })}</span>
      </p>
    </div>
  )
}

/** One wallet: its balances, and its pending money by the day of its release. */
const WalletPanel = ({ wallet: of, parts }: { wallet: Wallet; parts: readonly Part[] }) => {
  const t = useText('walletLines')
  const { wallet, available, pending, reserved, openedAt } = of
  return (
    <Panel title={t(`wallet.${wallet}`)} action={<Tag>{t(`speed.${wallet}`)}</Tag>} className="min-w-0">
      <Figures>
        <Figure name={t('available')} tone="brand">
          {moneyText(available)}
        </Figure>
        {pending !== null && <Figure name={t('pending')}>{moneyText(pending)}</Figure>}
        <Figure name={t('reserved')}>{moneyText(reserved)}</Figure>
      </Figures>
      <Allowance {...of} />
      {parts.length === 0 ? (
        <p className="pt-3 text-base text-mute md:text-sm">
          {openedAt === null ? t('notOpen') : pending !== null && t('nothingPending')}
        </p>
      ) : (
        <ul aria-label={`${t(`wallet.${wallet}`)}: ${t('byDay')}`} className="mt-3">
          {parts.map((part) => (
            <PendingRow key={`${part.runAt ?? ''} ${part.reason} ${part.settlement?.id ?? ''}`} {...part} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

/** Both wallets of an owner. */
export const WalletPanels = ({ wallets, owed, pending }: OwnedWallets) => {
  const t = useText('walletLines')
  return (
    <>
      {owed !== null && owed !== '0.00' && (
        <NoteBox tone="warn" title={t('owed', { amount: moneyText(owed) })}>
          {t('owedHelp')}
        </NoteBox>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 xl:grid-cols-2">
        {wallets.map((wallet) => (
          <WalletPanel
            key={wallet.wallet}
            wallet={wallet}
            parts={pending.filter((part) => part.wallet === wallet.wallet)}
          />
        ))}
      </div>
    </>
  )
}
