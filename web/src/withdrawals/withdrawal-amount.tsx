import { differenceOf, sumOf } from '../kernel/cents.ts'
import { useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { Segmented } from '../ui/choice.tsx'
import { Controlled, type ContractForm } from '../ui/form.tsx'
import { AmountInput } from '../ui/wallets/money-form.tsx'
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
  form,
  fee,
}: {
  form: ContractForm<{ amount: string; amountIs: AmountMeaning }>
  fee: string
}) => {
  const t = useText('ownWithdrawals')
  const typed = { amount: form.watch('amount'), amountIs: form.watch('amountIs') }
  const other = otherAmount(typed, fee)
  const isNet = typed.amountIs === 'net'
  return (
    <>
      <AmountInput
        label={t(isNet ? 'form.net' : 'form.amount')}
        {...(other === null
          ? {}
          : { hint: `${t(isNet ? 'review.total' : 'review.net')}: ${moneyText(other)}` })}
        {...form.field('amount')}
      />
      <div>
        <Controlled form={form} name="amountIs">
          {({ value, onChange }) => (
            <Segmented
              label={t('form.amountIs')}
              name="amount-is"
              value={value}
              segments={(['total', 'net'] as const).map((each) => ({
                value: each,
                label: t(`review.${each}`),
              }))}
              onChange={onChange}
            />
          )}
        </Controlled>
      </div>
    </>
  )
}
