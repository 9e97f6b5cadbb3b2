import { differenceOf, sumOf } from '../kernel/cents.ts'
import { useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { Segmented } from '../ui/choice.tsx'
import { AmountField } from '../ui/wallets/money-form.tsx'
import { amountOf } from '../ui/wallets/typed-amount.ts'

/** What a typed amount is: what leaves the wallet, or what is paid. */
export type AmountMeaning = 'total' | 'net'
export type TypedAmount = { readonly amount: string; readonly amountIs: AmountMeaning }

/** What leaves the wallet, as the call accepts it; null: no amount is typed. The fee is flat (domain §4). */
export const totalOf = ({ amount, amountIs }: TypedAmount, fee: string): string | null => {
  const typed = amountOf(amount)
  return typed !== null && amountIs === 'net' ? sumOf([typed, fee]) : typed
}

/** The other amount of a typed one; null: there is none, or the fee leaves nothing. */
export const otherAmount = (typed: TypedAmount, fee: string): string | null => {
  const total = totalOf(typed, fee)
  if (total === null || typed.amountIs === 'net') return total
  const net = differenceOf(total, fee)
  return net === '0.00' || net.startsWith('-') ? null : net
}

/** The amount of a withdrawal, total or net; the other one is shown below it. */
export const AmountInputs = ({
  typed,
  fee,
  error,
  onAmount,
  onMeaning,
}: {
  typed: TypedAmount
  fee: string
  error: string | null
  onAmount: (amount: string) => void
  onMeaning: (meaning: AmountMeaning) => void
}) => {
  const t = useText('ownWithdrawals')
  const other = otherAmount(typed, fee)
  const isNet = typed.amountIs === 'net'
  return (
    <>
      <AmountField
        label={t(isNet ? 'form.net' : 'form.amount')}
        {...(other === null
          ? {}
          : { hint: `${t(isNet ? 'review.total' : 'review.net')}: ${moneyText(other)}` })}
        error={error}
        value={typed.amount}
        onChange={onAmount}
      />
      <div>
        <Segmented
          label={t('form.amountIs')}
          name="amount-is"
          value={typed.amountIs}
          segments={(['total', 'net'] as const).map((value) => ({ value, label: t(`review.${value}`) }))}
          onChange={onMeaning}
        />
      </div>
    </>
  )
}
