import { amountMeanings } from '@cardamom/contract/transfers'
import { previewWalletLoad } from '@cardamom/contract/transfers/wallet-loads'
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
import { AmountField, MoneyForm } from '../ui/wallets/money-form.tsx'
import { amountOf, WalletChoice, type Wallet } from '../ui/wallets/wallet-choice.tsx'
import { CardField, type ReceivingCard } from '../ui/wallets/card-field.tsx'
import { TransferTarget } from './transfer-target.tsx'

preloadText('transfers')
preloadText('walletMoney')
preloadText('fields')

const ToCardReview = dialogPart(async () => (await import('./to-card-review.tsx')).ToCardReview)

type Meaning = (typeof amountMeanings)[number]
type Review = {
  readonly input: SentInputOf<typeof previewWalletLoad>
  readonly preview: WireOf<typeof previewWalletLoad>
}
type Problem = { readonly field: 'sender' | 'card' | 'amount' | null; readonly text: string }

const fields: Readonly<Record<string, Problem['field']>> = {
  receiver_not_found: 'card',
  card_elsewhere: 'card',
  card_not_loadable: 'card',
  card_invalid: 'card',
  holder_not_verified: 'card',
  sender_not_found: 'sender',
  sender_wallet_not_found: 'sender',
  speed_not_offered: 'sender',
  invalid_amount: 'amount',
  over_emergency: 'amount',
  not_enough_money: 'amount',
}

/** The typed transfer, what is wrong with it, and its preview once it was asked for. */
const useToCardForm = () => {
  const t = useText('transfers')
  const c = useText('walletLoads')
  const w = useText('walletMoney')
  const [sender, setSender] = useState<Holder | null>(null)
  const [card, setCard] = useState<ReceivingCard | null>(null)
  const [wallet, setWallet] = useState<Wallet>('immediate')
  const [amount, setAmount] = useState('')
  const [amountIs, setAmountIs] = useState<Meaning>('total')
  const [problem, setProblem] = useState<Problem | null>(null)
  const [isReading, setReading] = useState(false)
  const [shown, setShown] = useState<Review | null>(null)

  const missing = (): Problem | null => {
    if (!sender) return { field: 'sender', text: w('missing') }
    if (!card) return { field: 'card', text: c('missing') }
    return amountOf(amount) === null ? { field: 'amount', text: t('form.amountWrong') } : null
  }
  const review = async () => {
    const first = missing()
    setProblem(first)
    if (first || !sender || !card || isReading) return
    const sides = { fromOwnerId: sender.id, fromWallet: wallet, cardId: card.id }
    const input = { ...sides, amount: amountOf(amount) ?? '', amountIs }
    setReading(true)
    try {
      setShown({ input, preview: await call(previewWalletLoad, { input, errors: 'none' }) })
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
    sender,
    card,
    wallet,
    amount,
    amountIs,
    isReading,
    shown,
    review,
    errorOf: (field: Problem['field']) => (problem?.field === field ? problem.text : null),
    setSender: typing(setSender),
    setCard: typing(setCard),
    setWallet: typing(setWallet),
    setAmount: typing(setAmount),
    setAmountIs: typing(setAmountIs),
    close: () => setShown(null),
  }
}

type Form = ReturnType<typeof useToCardForm>

const Sides = ({ form }: { form: Form }) => {
  const t = useText('transfers')
  const c = useText('walletLoads')
  const [{ from, card }] = useQueryParams()
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
            label={c('wallet')}
            name="from-wallet"
            value={form.wallet}
            onChange={form.setWallet}
          />
        </div>
      </Panel>
      <Panel title={t('receiver')}>
        <CardField
          chosen={form.card}
          start={card ?? null}
          error={form.errorOf('card')}
          choose={form.setCard}
        />
      </Panel>
    </>
  )
}

const Amount = ({ form }: { form: Form }) => {
  const t = useText('transfers')
  const c = useText('walletLoads')
  return (
    <Panel title={t('form.amount')}>
      <div className="flex flex-col gap-4">
        <AmountField
          label={t(`form.${form.amountIs}`)}
          hint={form.amountIs === 'total' ? t('form.totalHint') : c('netHint')}
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

/** A transfer from a company's wallet to a card: `/admin/transfers/to-card`, also with `?from=` and `?card=`. */
export const ToCardPage = () => {
  const t = useText('transfers')
  const c = useText('walletLoads')
  const go = useGo()
  const form = useToCardForm()
  const { shown } = form
  const discard = useGuardedTexts(form.amount !== '')
  return (
    <MoneyForm
      title={c('title')}
      lead={c('lead')}
      above={<TransferTarget value="card" />}
      other={form.errorOf(null)}
      busy={form.isReading}
      submit={t('form.review')}
      back={{ to: '/admin/transfers', text: t('form.cancel') }}
      onReview={() => void form.review()}
      dialog={
        shown && (
          <ToCardReview
            open
            sides={{
              fromOwnerId: shown.input.fromOwnerId,
              fromWallet: shown.input.fromWallet,
              cardId: shown.input.cardId,
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
      <Sides form={form} />
      <Amount form={form} />
    </MoneyForm>
  )
}
