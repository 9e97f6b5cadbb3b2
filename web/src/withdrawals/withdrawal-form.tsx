import { previewWithdrawal } from '@cardamom/contract/withdrawals/withdrawal-requests'
import type { WireOf } from '@cardamom/contract/endpoint'
import { useState } from 'react'
import { ApiError, call } from '../kernel/api.ts'
import { useDates } from '../kernel/dates.tsx'
import { useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { sentenceOf } from '../kernel/transport.ts'
import { Button } from '../ui/button.tsx'
import { Segmented } from '../ui/choice.tsx'
import { dialogPart } from '../ui/dialog.tsx'
import { useGuardedTexts } from '../ui/guarded-texts.ts'
import { NoteBox } from '../ui/note-box.tsx'
import { Panel } from '../ui/panel.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import type { BookedAddress } from './address-book.tsx'
import type { Terms } from './withdraw-wallets.tsx'
import type { Wallet, WithdrawalInput, WithdrawalOwner } from './withdrawal-tones.ts'

const Review = dialogPart(async () => (await import('./withdrawal-review.tsx')).WithdrawalReview)

type Preview = WireOf<typeof previewWithdrawal>
type Problem = { readonly field: 'amount' | 'address' | 'coin' | null; readonly text: string }

const fields: Readonly<Record<string, Problem['field']>> = {
  invalid_amount: 'amount',
  not_enough_money: 'amount',
  address_not_found: 'address',
  address_waits: 'address',
  address_refused: 'address',
  payment_currency_invalid: 'coin',
}

/** An amount of USD as a call accepts it, or null. */
const amountOf = (typed: string): string | null => {
  const plain = typed.replaceAll(/[\s,$]/g, '')
  return /^\d{1,11}(\.\d{1,2})?$/.test(plain) ? plain : null
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
  const [chosen, setAddress] = useState('')
  const [asset, setAsset] = useState(terms.coins[0]?.asset ?? '')
  const [description, setDescription] = useState('')
  const [problem, setProblem] = useState<Problem | null>(null)
  const [isReading, setReading] = useState(false)
  const [shown, setShown] = useState<{ input: WithdrawalInput; preview: Preview } | null>(null)
  const addressId = chosen === '' ? (usable[0]?.id ?? '') : chosen
  const review = async () => {
    const total = amountOf(amount)
    if (total === null) return setProblem({ field: 'amount', text: t('form.amountWrong') })
    if (addressId === '') return setProblem({ field: 'address', text: t('form.addressMissing') })
    if (isReading) return
    setProblem(null)
    const input = { of, wallet, addressId, asset, total }
    setReading(true)
    try {
      setShown({ input, preview: await call(previewWithdrawal, { input, errors: 'none' }) })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setShown(null)
      setProblem({ field: fields[error.code] ?? null, text: sentenceOf(error) })
    } finally {
      setReading(false)
    }
  }
  /** A change ends the problem that was shown. */
  const typing =
    <T,>(store: (value: T) => void) =>
    (value: T) => {
      setProblem(null)
      store(value)
    }
  return {
    wallet,
    amount,
    addressId,
    asset,
    description,
    isReading,
    shown,
    review,
    errorOf: (field: Problem['field']) => (problem?.field === field ? problem.text : undefined),
    setWallet: typing(setWallet),
    setAmount: typing(setAmount),
    setAddress: typing(setAddress),
    setAsset: typing(setAsset),
    setDescription: typing(setDescription),
    close: () => setShown(null),
    clear: () => {
      setShown(null)
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
      <TextField
        isShort
        inputMode="decimal"
        autoComplete="off"
        start="$"
        maxLength={16}
        label={t('form.amount')}
        error={form.errorOf('amount')}
        value={form.amount}
        onChange={({ target }) => form.setAmount(target.value)}
      />
      <div>
        <Button size="small" onClick={() => form.setAmount(most)}>
          {t('form.all')}
        </Button>
      </div>
      <Limits terms={terms} />
      <SelectField
        label={t('form.coin')}
        error={form.errorOf('coin')}
        value={form.asset}
        options={terms.coins.map(({ asset }) => ({ value: asset, label: asset }))}
        onChange={({ target }) => form.setAsset(target.value)}
      />
      <SelectField
        label={t('form.address')}
        placeholder={true}
        error={form.errorOf('address')}
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
        {other !== undefined && <NoteBox tone="bad" role="alert" title={other} />}
        <div>
          <Button type="submit" variant="primary" busy={form.isReading}>
            {t('form.review')}
          </Button>
        </div>
      </form>
      {form.shown && (
        <Review
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
