import { previewWalletLoad } from '@cardamom/contract/transfers/wallet-loads'
import type { SentInputOf, WireOf } from '@cardamom/contract/endpoint'
import { useState } from 'react'
import { call } from '../kernel/api.ts'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { useGo, useQueryParams } from '../kernel/router.tsx'
import { dialogPart } from '../ui/dialog.tsx'
import { Panel } from '../ui/panel.tsx'
import { useGuardedTexts } from '../ui/guarded-texts.ts'
import { HolderField, type Holder } from '../ui/wallets/holder-field.tsx'
import { MoneyForm } from '../ui/wallets/money-form.tsx'
import { useProblemAt } from '../ui/wallets/limit-problem.ts'
import { useMoneyReview, type MoneyProblem } from '../ui/wallets/money-review.ts'
import { amountOf } from '../ui/wallets/typed-amount.ts'
import { WalletChoice, type Wallet } from '../ui/wallets/wallet-choice.tsx'
import { CardField, type ReceivingCard } from '../ui/wallets/card-field.tsx'
import { AmountPanel, type AmountMeaning } from './amount-panel.tsx'
import { TransferTarget } from './transfer-target.tsx'

preloadText('transfers')
preloadText('walletMoney')
preloadText('fields')

const ToCardReview = dialogPart(async () => (await import('./to-card-review.tsx')).ToCardReview)

type Review = {
  readonly input: SentInputOf<typeof previewWalletLoad>
  readonly preview: WireOf<typeof previewWalletLoad>
}
type Field = 'sender' | 'card' | 'amount'

const fields: Readonly<Record<string, Field>> = {
  receiver_not_found: 'card',
  card_elsewhere: 'card',
  card_not_associated: 'card',
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
  const [amountIs, setAmountIs] = useState<AmountMeaning>('total')
  const money = useMoneyReview<Review, MoneyProblem<Field>>(useProblemAt(fields))

  const missing = (): MoneyProblem<Field> | null => {
    if (!sender) return { field: 'sender', text: w('missing') }
    if (!card) return { field: 'card', text: c('missing') }
    return amountOf(amount) === null ? { field: 'amount', text: t('form.amountWrong') } : null
  }
  return {
    ...money,
    sender,
    card,
    wallet,
    amount,
    amountIs,
    review: () =>
      money.review(missing(), async () => {
        const sides = { fromOwnerId: sender?.id ?? '', fromWallet: wallet, cardId: card?.id ?? '' }
        const input = { ...sides, amount: amountOf(amount) ?? '', amountIs }
        return { input, preview: await call(previewWalletLoad, { input, errors: 'none' }) }
      }),
    setSender: money.typing(setSender),
    setCard: money.typing(setCard),
    setWallet: money.typing(setWallet),
    setAmount: money.typing(setAmount),
    setAmountIs: money.typing(setAmountIs),
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
      <AmountPanel
        amount={form.amount}
        amountIs={form.amountIs}
        netHint={c('netHint')}
        error={form.errorOf('amount')}
        onAmount={form.setAmount}
        onMeaning={form.setAmountIs}
      />
    </MoneyForm>
  )
}
