import { previewTransfer } from '@cardamom/contract/transfers'
import type { SentInputOf, WireOf } from '@cardamom/contract/endpoint'
import { useState } from 'react'
import { call } from '../kernel/api.ts'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { useGo, useQueryParams } from '../kernel/router.tsx'
import { dialogPart } from '../ui/dialog.tsx'
import { Panel } from '../ui/panel.tsx'
import { useGuardedTexts } from '../ui/guarded-texts.ts'
import { HolderField, type Holder } from '../ui/wallets/holder-field.tsx'
import { AmountPanel, type AmountMeaning } from './amount-panel.tsx'
import { TransferTarget } from './transfer-target.tsx'
import { MoneyForm } from '../ui/wallets/money-form.tsx'
import { useProblemAt } from '../ui/wallets/limit-problem.ts'
import { useMoneyReview, type MoneyProblem } from '../ui/wallets/money-review.ts'
import { amountOf } from '../ui/wallets/typed-amount.ts'
import { WalletChoice, type Wallet } from '../ui/wallets/wallet-choice.tsx'

preloadText('walletMoney')
preloadText('fields')

const ReviewDialog = dialogPart(async () => (await import('./review-dialog.tsx')).ReviewDialog)

type Review = {
  readonly input: SentInputOf<typeof previewTransfer>
  readonly preview: WireOf<typeof previewTransfer>
}
type Field = 'sender' | 'receiver' | 'amount'

const fields: Readonly<Record<string, Field>> = {
  sender_not_found: 'sender',
  sender_wallet_not_found: 'sender',
  receiver_not_found: 'receiver',
  receiver_wallet_not_found: 'receiver',
  same_admin: 'receiver',
  invalid_amount: 'amount',
  not_enough_money: 'amount',
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
  const [amountIs, setAmountIs] = useState<AmountMeaning>('total')
  const money = useMoneyReview<Review, MoneyProblem<Field>>(useProblemAt(fields))

  const missing = (): MoneyProblem<Field> | null => {
    if (!sender) return { field: 'sender', text: w('missing') }
    if (!receiver) return { field: 'receiver', text: w('missing') }
    return amountOf(amount) === null ? { field: 'amount', text: t('form.amountWrong') } : null
  }
  return {
    ...money,
    sender,
    receiver,
    fromWallet,
    toWallet,
    amount,
    amountIs,
    review: () =>
      money.review(missing(), async () => {
        const from = { fromOwnerId: sender?.id ?? '', fromWallet }
        const to = { toOwnerId: receiver?.id ?? '', toWallet }
        const input = { ...from, ...to, amount: amountOf(amount) ?? '', amountIs }
        return { input, preview: await call(previewTransfer, { input, errors: 'none' }) }
      }),
    setSender: money.typing(setSender),
    setReceiver: money.typing(setReceiver),
    setFromWallet: money.typing((wallet: Wallet) => {
      setFromWallet(wallet)
      setToWallet(wallet)
    }),
    setToWallet: money.typing(setToWallet),
    setAmount: money.typing(setAmount),
    setAmountIs: money.typing(setAmountIs),
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
      <AmountPanel
        amount={form.amount}
        amountIs={form.amountIs}
        netHint={t('form.netHint')}
        error={form.errorOf('amount')}
        onAmount={form.setAmount}
        onMeaning={form.setAmountIs}
      />
    </MoneyForm>
  )
}
