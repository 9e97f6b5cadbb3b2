import { previewWithdrawal } from '@cardamom/contract/withdrawals/withdrawal-requests'
import type { WireOf } from '@cardamom/contract/endpoint'
import { useState } from 'react'
import { call } from '../kernel/api.ts'
import { centsOf } from '../kernel/cents.ts'
import { useDates } from '../kernel/dates.tsx'
import { useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { Button } from '../ui/button.tsx'
import { Segmented } from '../ui/choice.tsx'
import { dialogPart } from '../ui/dialog.tsx'
import { useGuardedTexts } from '../ui/guarded-texts.ts'
import { NoteBox } from '../ui/note-box.tsx'
import { Panel } from '../ui/panel.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { problemAt, useMoneyReview, type MoneyProblem } from '../ui/wallets/money-review.ts'
import type { BookedAddress } from './address-book.tsx'
import type { Terms } from './withdraw-wallets.tsx'
import { AmountInputs, totalOf, type AmountMeaning } from './withdrawal-amount.tsx'
import type { Wallet, WithdrawalInput, WithdrawalOwner } from './withdrawal-tones.ts'

const ReviewDialog = dialogPart(async () => (await import('./withdrawal-review.tsx')).WithdrawalReview)

type Review = { readonly input: WithdrawalInput; readonly preview: WireOf<typeof previewWithdrawal> }
type Field = 'amount' | 'address' | 'coin'

const fields: Readonly<Record<string, Field>> = {
  invalid_amount: 'amount',
  not_enough_money: 'amount',
  address_not_found: 'address',
  address_waits: 'address',
  address_refused: 'address',
  payment_currency_invalid: 'coin',
}

type Props = {
  readonly of: WithdrawalOwner
  readonly terms: Terms
  readonly addresses: readonly BookedAddress[]
}

/** The typed withdrawal, what is wrong with it, and its preview once it was asked for. */
const useWithdrawalForm = ({ of, terms, addresses }: Props) => {
  const t = useText('ownWithdrawals')
  const usable = addresses.filter(({ isUsable }) => isUsable)
  const [wallet, setWallet] = useState<Wallet>('regular')
  const [amount, setAmount] = useState('')
  const [amountIs, setAmountIs] = useState<AmountMeaning>('total')
  const [chosen, setAddress] = useState('')
  const [asset, setAsset] = useState(terms.coins[0]?.asset ?? '')
  const [description, setDescription] = useState('')
  const money = useMoneyReview<Review, MoneyProblem<Field>>(problemAt(fields))
  const addressId = chosen === '' ? (usable[0]?.id ?? '') : chosen
  const total = totalOf({ amount, amountIs }, terms.fee)
  const missing = (): MoneyProblem<Field> | null => {
    if (total === null) return { field: 'amount', text: t('form.amountWrong') }
    return addressId === '' ? { field: 'address', text: t('form.addressMissing') } : null
  }
  return {
    ...money,
    wallet,
    amount,
    amountIs,
    addressId,
    asset,
    description,
    review: () =>
      money.review(missing(), async () => {
        const input = { of, wallet, addressId, asset, total: total ?? '' }
        return { input, preview: await call(previewWithdrawal, { input, errors: 'none' }) }
      }),
    setWallet: money.typing(setWallet),
    setAmount: money.typing(setAmount),
    setAmountIs: money.typing(setAmountIs),
    setAll: money.typing((most: string) => {
      setAmount(most)
      setAmountIs('total')
    }),
    setAddress: money.typing(setAddress),
    setAsset: money.typing(setAsset),
    setDescription: money.typing(setDescription),
    clear: () => {
      money.close()
      setAmount('')
      setDescription('')
    },
  }
}

const Limits = ({ terms: { limits, fee } }: Pick<Props, 'terms'>) => {
  const t = useText('ownWithdrawals')
  if (!limits) return null
  const { minimum, maximum, leftToday } = limits
  const sentences = [
    t('why.smallest', { amount: moneyText(minimum) }),
    t('why.largest', { amount: moneyText(maximum), left: moneyText(leftToday) }),
    t('why.fee', { amount: moneyText(fee) }),
  ]
  return <p className="text-base text-mute md:text-sm">{sentences.join(' ')}</p>
}

type Form = ReturnType<typeof useWithdrawalForm>

const Inputs = ({ form, terms, addresses }: Omit<Props, 'of'> & { form: Form }) => {
  const t = useText('ownWithdrawals')
  const date = useDates()
  const most = terms.wallets.find(({ wallet }) => wallet === form.wallet)?.withdrawable ?? '0.00'
  const nameOf = ({ label, isUsable, usableFrom }: BookedAddress) =>
    isUsable ? label : t('form.waits', { label, at: date(usableFrom, 'dayTime') })
  return (
    <>
      <Segmented
        label={t('form.from')}
        name="wallet"
        value={form.wallet}
        segments={(['regular', 'immediate'] as const).map((value) => ({
          value,
          label: t(`wallet.${value}`),
        }))}
        onChange={form.setWallet}
      />
      {terms.limits && centsOf(most) < centsOf(terms.limits.minimum) && (
        <NoteBox
          tone="info"
          title={t('tooLittle', { most: moneyText(most), minimum: moneyText(terms.limits.minimum) })}
        />
      )}
      <AmountInputs
        typed={form}
        fee={terms.fee}
        error={form.errorOf('amount')}
        onAmount={form.setAmount}
        onMeaning={form.setAmountIs}
      />
      <div>
        <Button size="small" onClick={() => form.setAll(most)}>
          {t('form.all')}
        </Button>
      </div>
      <Limits terms={terms} />
      <SelectField
        label={t('form.coin')}
        error={form.errorOf('coin') ?? undefined}
        value={form.asset}
        options={terms.coins.map(({ asset }) => ({ value: asset, label: asset }))}
        onChange={({ target }) => form.setAsset(target.value)}
      />
      <SelectField
        label={t('form.address')}
        placeholder={true}
        error={form.errorOf('address') ?? undefined}
        value={form.addressId}
        options={addresses.map((address) => ({ value: address.id, label: nameOf(address) }))}
        onChange={({ target }) => form.setAddress(target.value)}
      />
      <TextField
        label={t('form.description')}
        maxLength={140}
        autoComplete="off"
        value={form.description}
        onChange={({ target }) => form.setDescription(target.value)}
      />
    </>
  )
}

/** Requests a withdrawal: amount, coin and address, then a review that the passkey signs. */
export const WithdrawalForm = (props: Props) => {
  const t = useText('ownWithdrawals')
  const form = useWithdrawalForm(props)
  const other = form.errorOf(null)
  useGuardedTexts(form.amount !== '')
  return (
    <Panel title={t('form.title')}>
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void form.review()
        }}
      >
        <Inputs form={form} terms={props.terms} addresses={props.addresses} />
        {other !== null && <NoteBox tone="bad" role="alert" title={other} />}
        <div>
          <Button type="submit" variant="primary" busy={form.isReading}>
            {t('form.review')}
          </Button>
        </div>
      </form>
      {form.shown && (
        <ReviewDialog
          open
          input={form.shown.input}
          preview={form.shown.preview}
          description={form.description}
          onAgain={() => void form.review()}
          onClose={form.close}
          onDone={form.clear}
        />
      )}
    </Panel>
  )
}
