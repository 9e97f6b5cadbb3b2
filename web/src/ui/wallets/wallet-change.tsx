import type { previewTransfer } from '@cardamom/contract/transfers'
import type { WireOf } from '@cardamom/contract/endpoint'
import { ArrowRight } from 'lucide-react'
import { sumOf } from '../../kernel/cents.ts'
import { useText } from '../../kernel/i18n.tsx'
import { moneyText } from '../../kernel/money-text.ts'
import { cx } from '../cx.ts'
import { HolderName } from './holder-field.tsx'

type Change = WireOf<typeof previewTransfer>['sender']

/** The difference of two amounts, as an amount. */
const difference = (before: string, after: string): string =>
  sumOf([after, before.startsWith('-') ? before.slice(1) : `-${before}`])

/** An amount before and after: old, new, and the signed difference below. */
export const BeforeAfter = ({ before, after }: { before: string; after: string }) => {
  const t = useText('walletMoney')
  const change = difference(before, after)
  return (
    <div>
      <p className="num flex flex-wrap items-baseline gap-x-2">
        <span className="sr-only">{t('steps', { before: moneyText(before), after: moneyText(after) })}</span>
        <span aria-hidden className="text-mute">
          {moneyText(before)}
        </span>
        <ArrowRight aria-hidden size={14} className="self-center text-mute" />
        <span aria-hidden className="text-lg font-semibold">
          {moneyText(after)}
        </span>
      </p>
      <p
        className={cx(
          'num text-base font-medium md:text-sm',
          change.startsWith('-') ? 'text-mute' : 'text-good',
        )}
      >
        {moneyText(change, { sign: 'always' })}
      </p>
    </div>
  )
}

/** A wallet with its holder, before and after. */
export const WalletChangeCard = ({ title, change }: { title: string; change: Change }) => {
  const t = useText('walletMoney')
  const { holder, wallet, before, after, pending, reserved, allowance } = change
  const facts = [
    ...(pending === null ? [] : [t('pending', { amount: moneyText(pending) })]),
    t('reserved', { amount: moneyText(reserved) }),
    ...(allowance === '0.00' ? [] : [t('allowance', { amount: moneyText(allowance) })]),
  ]
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-3 rounded-xl border border-line p-4">
      <p className="text-base text-mute md:text-sm">{title}</p>
      <HolderName holder={holder} />
      <div className="border-t border-line2 pt-3">
        <p className="pb-1 text-base text-mute md:text-sm">{t(`available.${wallet}`)}</p>
        <BeforeAfter before={before} after={after} />
        <p className="num pt-1 text-base text-mute md:text-sm">{facts.join(' · ')}</p>
      </div>
    </section>
  )
}
