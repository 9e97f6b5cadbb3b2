import { amountMeanings, previewTransfer } from '@cardamom/contract/transfers'
import type { SentInputOf, WireOf } from '@cardamom/contract/endpoint'
import { useState } from 'react'
import { ApiError, call } from '../kernel/api.ts'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { useGo, useQueryParams } from '../kernel/router.tsx'
import { sentenceOf } from '../kernel/transport.ts'
import { Segmented } from '../ui/choice.tsx'
import { dialogPart } from '../ui/dialog.tsx'
import { Panel } from '../ui/panel.tsx'
import { useGuardedTexts } from '../ui/guarded-texts.ts'
import { HolderField, type Holder } from '../ui/wallets/holder-field.tsx'
import { TransferTarget } from './transfer-target.tsx'
import { AmountField, MoneyForm } from '../ui/wallets/money-form.tsx'
import { amountOf, WalletChoice, type Wallet } from '../ui/wallets/wallet-choice.tsx'

preloadText('walletMoney')
preloadText('fields')

const ReviewDialog = dialogPart(async () => (await import('./review-dialog.tsx')).ReviewDialog)

type Meaning = (typeof amountMeanings)[number]
type Review = {
  readonly input: SentInputOf<typeof previewTransfer>
  readonly preview: WireOf<typeof previewTransfer>
}
type Problem = { readonly field: 'sender' | 'receiver' | 'amount' | null; readonly text: string }

/** The field that a refusal is about. */
const fieldOf = (code: string): Problem['field'] => {
  if (code.startsWith('sender_')) return 'sender'
  if (code.startsWith('receiver_') || code === 'same_admin') return 'receiver'
  return code === 'invalid_amount' || code === 'not_enough_money' ? 'amount' : null
}

/** The typed transfer, what is wrong with it, and its preview once it was asked for. */
const useTransferForm = () => {
  const t = useText('transfers')
  const w = useText('walletMoney')
  const [sender, setSender] = useState<Holder | null>(null)
  const [receiver, setReceiver] = useState<Holder | null>(null)
  const [fromWallet, setFromWallet] = useState<Wallet>('regular')
  const [toWallet, setToWallet] = useState<Wallet>('regular')
  const [amount, setAmount] = useState('')
  const [amountIs, setAmountIs] = useState<Meaning>('total')
  const [problem, setProblem] = useState<Problem | null>(null)
  const [isReading, setReading] = useState(false)
  const [shown, setShown] = useState<Review | null>(null)

  const missing = (): Problem | null => {
    if (!sender) return { field: 'sender', text: w('missing') }
    if (!receiver) return { field: 'receiver', text: w('missing') }
    return amountOf(amount) === null ? { field: 'amount', text: t('form.amountWrong') } : null
  }
  const review = async () => {
    const first = missing()
    setProblem(first)
    if (first || !sender || !receiver || isReading) return
    const sides = { fromOwnerId: sender.id, fromWallet, toOwnerId: receiver.id, toWallet }
    const input = { ...sides, amount: amountOf(amount) ?? '', amountIs }
    setReading(true)
    try {
      setShown({ input, preview: await call(previewTransfer, { input, errors: 'none' }) })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setShown(null)
      setProblem({ field: fieldOf(error.code), text: sentenceOf(error) })
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
  const errorOf = (field: Problem['field']) => (problem?.field === field ? problem.text : null)
  return {
    sender,
    receiver,
    fromWallet,
    toWallet,
    amount,
    amountIs,
    isReading,
    shown,
    errorOf,
    review,
    setSender: typing(setSender),
    setReceiver: typing(setReceiver),
    setFromWallet: typing((wallet: Wallet) => {
      setFromWallet(wallet)
      setToWallet(wallet)
    }),
    setToWallet: typing(setToWallet),
    setAmount: typing(setAmount),
    setAmountIs: typing(setAmountIs),
    close: () => setShown(null),
  }
}

type Form = ReturnType<typeof useTransferForm>

const SidePanels = ({ form }: { form: Form }) => {
  const t = useText('transfers')
  const [{ from, to }] = useQueryParams()
  return (
    <>
      <Panel title={t('sender')}>
        <div className="flex flex-col gap-5">
          <HolderField
            label={t('form.sender')}
            chosen={form.sender}
            start={from ?? null}
            error={form.errorOf('sender')}
            choose={form.setSender}
          />
          <WalletChoice
            label={t('form.fromWallet')}
            name="from-wallet"
            value={form.fromWallet}
            onChange={form.setFromWallet}
          />
        </div>
      </Panel>
      <Panel title={t('receiver')}>
        <div className="flex flex-col gap-5">
          <HolderField
            label={t('form.receiver')}
            chosen={form.receiver}
            start={to ?? null}
            error={form.errorOf('receiver')}
            choose={form.setReceiver}
          />
          <WalletChoice
            label={t('form.toWallet')}
            name="to-wallet"
            value={form.toWallet}
            onChange={form.setToWallet}
          />
        </div>
      </Panel>
    </>
  )
}

const AmountPanel = ({ form }: { form: Form }) => {
  const t = useText('transfers')
  return (
    <Panel title={t('form.amount')}>
      <div className="flex flex-col gap-4">
        <AmountField
          label={t(`form.${form.amountIs}`)}
          hint={t(form.amountIs === 'total' ? 'form.totalHint' : 'form.netHint')}
          error={form.errorOf('amount')}
          value={form.amount}
          onChange={form.setAmount}
        />
        <Segmented
          label={t('form.amountIs')}
          name="amount-is"
          value={form.amountIs}
          segments={amountMeanings.map((value) => ({ value, label: t(`form.${value}`) }))}
          onChange={form.setAmountIs}
        />
      </div>
    </Panel>
  )
}

/** A transfer between two wallets: `/admin/transfers/new`, also with `?from=` and `?to=` of a holder. */
export const NewTransferPage = () => {
  const t = useText('transfers')
  const go = useGo()
  const form = useTransferForm()
  const { shown } = form
  const discard = useGuardedTexts(form.amount !== '')
  return (
    <MoneyForm
      title={t('form.title')}
      lead={t('form.lead')}
      above={<TransferTarget value="wallet" />}
      other={form.errorOf(null)}
      busy={form.isReading}
      submit={t('form.review')}
      back={{ to: '/admin/transfers', text: t('form.cancel') }}
      onReview={() => void form.review()}
      dialog={
        shown && (
          <ReviewDialog
            open
            sides={{
              fromOwnerId: shown.input.fromOwnerId,
              fromWallet: shown.input.fromWallet,
              toOwnerId: shown.input.toOwnerId,
              toWallet: shown.input.toWallet,
            }}
            preview={shown.preview}
            onAgain={() => void form.review()}
            onClose={form.close}
            onDone={(id) => {
              discard()
              go('/admin/transfers', { replace: true, ...(id === null ? {} : { search: { open: id } }) })
            }}
          />
        )
      }
    >
      <SidePanels form={form} />
      <AmountPanel form={form} />
    </MoneyForm>
  )
}
