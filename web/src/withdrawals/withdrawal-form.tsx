import { previewWithdrawal } from '@cardamom/contract/withdrawals/withdrawal-requests'
import { call } from '../kernel/api.ts'
import { centsOf } from '../kernel/cents.ts'
import { useDates } from '../kernel/dates.tsx'
import { useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { Button } from '../ui/button.tsx'
import { Segmented } from '../ui/choice.tsx'
import { dialogPart } from '../ui/dialog.tsx'
import { Controlled } from '../ui/form.tsx'
import { useGuardedTexts } from '../ui/guarded-texts.ts'
import { NoteBox } from '../ui/note-box.tsx'
import { Panel } from '../ui/panel.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useProblemAt } from '../ui/wallets/limit-problem.ts'
import { useMoneyForm } from '../ui/wallets/use-money-form.ts'
import type { BookedAddress } from './address-book.tsx'
import type { Terms } from './withdraw-wallets.tsx'
import { AmountInputs, totalOf, type AmountMeaning } from './withdrawal-amount.tsx'
import { largestOf } from './largest-amount.ts'
import type { Wallet, WithdrawalOwner } from './withdrawal-tones.ts'

const ReviewDialog = dialogPart(async () => (await import('./withdrawal-review.tsx')).WithdrawalReview)

type Props = {
  readonly of: WithdrawalOwner
  readonly terms: Terms
  readonly addresses: readonly BookedAddress[]
}
type Values = {
  readonly wallet: Wallet
  readonly amount: string
  readonly amountIs: AmountMeaning
  readonly asset: string
  readonly addressId: string
  readonly description: string
}

const schema = async () => (await import('./withdrawal-rules.ts')).TypedWithdrawal

const fields = {
  invalid_amount: 'amount',
  not_enough_money: 'amount',
  address_not_found: 'addressId',
  address_waits: 'addressId',
  address_refused: 'addressId',
  payment_currency_invalid: 'asset',
} as const

const useWithdrawalForm = ({ of, terms, addresses }: Props) => {
  const problemOf = useProblemAt(fields)
  return useMoneyForm({
    schema,
    start: {
      wallet: 'regular',
      amount: '',
      amountIs: 'total',
      asset: terms.coins[0]?.asset ?? '',
      addressId: addresses.find(({ isUsable }) => isUsable)?.id ?? '',
      description: '',
    },
    problemOf,
    read: async ({ wallet, addressId, asset, ...typed }: Values) => {
      const input = { of, wallet, addressId, asset, total: totalOf(typed, terms.fee) ?? '' }
      return { input, preview: await call(previewWithdrawal, { input, errors: 'none' }) }
    },
  })
}

type TermsProps = Pick<Props, 'terms'>

const Limits = ({ terms: { limits, fee } }: TermsProps) => {
  const t = useText('ownWithdrawals')
  if (!limits) return null
  const { minimum, maximum, leftToday } = limits
  const sentences = [
    t('why.smallest', { amount: moneyText(minimum) }),
    t('why.largest', { amount: moneyText(maximum), left: moneyText(leftToday) }),
    ...(Number(fee) > 0 ? [t('why.fee', { amount: moneyText(fee) })] : []),
  ]
  return <p className="text-base text-mute md:text-sm">{sentences.join(' ')}</p>
}

type Form = ReturnType<typeof useWithdrawalForm>

type InputProps = Omit<Props, 'of'> & { readonly form: Form }

/** Why even everything is below the minimum: the wallet has too little, or the limit of the day leaves too little. */
const TooLittle = ({ terms: { limits }, most }: TermsProps & { readonly most: string }) => {
  const t = useText('ownWithdrawals')
  if (!limits) return null
  const { minimum, leftToday } = limits
  const isBelow = (amount: string) => centsOf(amount) < centsOf(minimum)
  if (isBelow(most))
    return (
      <NoteBox tone="info" title={t('tooLittle', { most: moneyText(most), minimum: moneyText(minimum) })} />
    )
  if (!isBelow(leftToday)) return null
  return (
    <NoteBox
      tone="info"
      title={t('tooLittleToday', { left: moneyText(leftToday), minimum: moneyText(minimum) })}
    />
  )
}

/** Types the largest amount that can be withdrawn now, and says which limit leaves a part of it in the wallet. */
const LargestButton = ({ form, terms }: Omit<InputProps, 'addresses'>) => {
  const t = useText('ownWithdrawals')
  const isTotal = form.watch('amountIs') === 'total'
  const { amount: all, cutBy, withdrawable } = largestOf(terms, form.watch('wallet'))
  const isTyped = isTotal && form.watch('amount') === all
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <Button
        size="small"
        disabled={centsOf(all) === 0n || centsOf(all) < centsOf(terms.limits?.minimum ?? '0.00')}
        onClick={() => {
          form.setValue('amountIs', 'total')
          form.setValue('amount', all, { shouldValidate: true })
        }}
      >
        {t('form.all')}
      </Button>
      <p role="status" className="text-base text-mute md:text-sm">
        {isTyped && cutBy !== null
          ? t(`form.cutBy.${cutBy}`, { amount: moneyText(all), most: moneyText(withdrawable) })
          : null}
      </p>
    </div>
  )
}

const MoneyInputs = ({ form, terms }: Omit<InputProps, 'addresses'>) => {
  const t = useText('ownWithdrawals')
  const from = form.watch('wallet')
  const most = terms.wallets.find(({ wallet }) => wallet === from)?.withdrawable ?? '0.00'
  return (
    <>
      <Controlled form={form} name="wallet">
        {({ value, onChange }) => (
          <Segmented
            label={t('form.from')}
            name="wallet"
            value={value}
            segments={(['regular', 'immediate'] as const).map((each) => ({
              value: each,
              label: t(`wallet.${each}`),
            }))}
            onChange={onChange}
          />
        )}
      </Controlled>
      <TooLittle terms={terms} most={most} />
      <AmountInputs form={form} fee={terms.fee} />
      <LargestButton form={form} terms={terms} />
      <Limits terms={terms} />
    </>
  )
}

const Inputs = ({ form, terms, addresses }: InputProps) => {
  const t = useText('ownWithdrawals')
  const date = useDates()
  const addressField = form.field('addressId')
  const nameOf = ({ label, isUsable, usableFrom }: BookedAddress) =>
    isUsable ? label : t('form.waits', { label, at: date(usableFrom, 'dayTime') })
  return (
    <>
      <MoneyInputs form={form} terms={terms} />
      <SelectField
        label={t('form.coin')}
        options={terms.coins.map(({ asset }) => ({ value: asset, label: asset }))}
        {...form.field('asset')}
      />
      <SelectField
        label={t('form.address')}
        placeholder={true}
        options={addresses.map((address) => ({ value: address.id, label: nameOf(address) }))}
        {...addressField}
        error={
          form.watch('addressId') === '' && addressField.error ? t('form.addressMissing') : addressField.error
        }
      />
      <TextField
        label={t('form.description')}
        maxLength={140}
        autoComplete="off"
        {...form.field('description')}
      />
    </>
  )
}

/** Requests a withdrawal: amount, coin and address, then a review that the passkey signs. */
export const WithdrawalForm = (props: Props) => {
  const t = useText('ownWithdrawals')
  const form = useWithdrawalForm(props)
  const { shown, other } = form
  useGuardedTexts(form.watch('amount') !== '')
  return (
    <Panel title={t('form.title')}>
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          form.review()
        }}
      >
        <Inputs form={form} terms={props.terms} addresses={props.addresses} />
        {other !== null && <NoteBox tone="bad" role="alert" title={other} />}
        <div>
          <Button type="submit" variant="primary" busy={form.formState.isSubmitting}>
            {t('form.review')}
          </Button>
        </div>
      </form>
      {shown && (
        <ReviewDialog
          open
          input={shown.input}
          preview={shown.preview}
          description={form.getValues('description')}
          onAgain={form.review}
          onClose={form.close}
          onDone={() => {
            form.close()
            form.setValue('amount', '')
            form.setValue('description', '')
          }}
        />
      )}
    </Panel>
  )
}
