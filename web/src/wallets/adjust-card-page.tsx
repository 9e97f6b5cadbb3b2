import { previewCardAdjustment } from '@cardamom/contract/wallets/card-adjustments'
import type { SentInputOf, WireOf } from '@cardamom/contract/endpoint'
import { useState } from 'react'
import { call } from '../kernel/api.ts'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { useGo, useQueryParams } from '../kernel/router.tsx'
import { dialogPart } from '../ui/dialog.tsx'
import { Panel } from '../ui/panel.tsx'
import { useGuardedTexts } from '../ui/guarded-texts.ts'
import { CardField, type ReceivingCard } from '../ui/wallets/card-field.tsx'
import { AmountField, MoneyForm } from '../ui/wallets/money-form.tsx'
import { useProblemAt } from '../ui/wallets/limit-problem.ts'
import { useMoneyReview, type MoneyProblem } from '../ui/wallets/money-review.ts'
import { amountOf } from '../ui/wallets/typed-amount.ts'
import { TypeChoice, type AdjustmentType } from './adjustment-parts.tsx'
import { AdjustmentTarget } from './adjustment-target.tsx'

preloadText('walletMoney')
preloadText('walletLoads')
preloadText('fields')

const AdjustCardDialog = dialogPart(async () => (await import('./adjust-card-dialog.tsx')).AdjustCardDialog)

const historyPath = '/admin/wallets/adjustments'

type Review = {
  readonly input: SentInputOf<typeof previewCardAdjustment>
  readonly preview: WireOf<typeof previewCardAdjustment>
}
type Field = 'card' | 'amount'

const fields: Readonly<Record<string, Field>> = {
  record_not_found: 'card',
  card_not_associated: 'card',
  card_not_loadable: 'card',
  card_invalid: 'card',
  invalid_amount: 'amount',
  float_too_small: 'amount',
  not_enough_on_card: 'amount',
}

/** The typed adjustment, what is wrong with it, and its preview once it was asked for. */
const useCardAdjustment = () => {
  const t = useText('walletAdjustments')
  const c = useText('walletLoads')
  const [card, setCard] = useState<ReceivingCard | null>(null)
  const [type, setType] = useState<AdjustmentType>('credit')
  const [amount, setAmount] = useState('')
  const money = useMoneyReview<Review, MoneyProblem<Field>>(useProblemAt(fields))
  const missing = (): MoneyProblem<Field> | null => {
    if (!card) return { field: 'card', text: c('missing') }
    return amountOf(amount) === null ? { field: 'amount', text: t('form.amountWrong') } : null
  }
  return {
    ...money,
    card,
    type,
    amount,
    review: () =>
      money.review(missing(), async () => {
        const input = { cardId: card?.id ?? '', type, amount: amountOf(amount) ?? '' }
        return { input, preview: await call(previewCardAdjustment, { input, errors: 'none' }) }
      }),
    setCard: money.typing(setCard),
    setType: money.typing(setType),
    setAmount: money.typing(setAmount),
  }
}

/** A manual credit or debit of a card: `/admin/wallets/adjust-card`, also with `?card=`. */
export const AdjustCardPage = () => {
  const t = useText('walletAdjustments')
  const go = useGo()
  const [{ card }] = useQueryParams()
  const form = useCardAdjustment()
  const discard = useGuardedTexts(form.amount !== '')
  return (
    <MoneyForm
      title={t('form.cardTitle')}
      lead={t('form.cardLead')}
      above={<AdjustmentTarget value="card" />}
      other={form.errorOf(null)}
      busy={form.isReading}
      submit={t('form.review')}
      back={{ to: historyPath, text: t('form.history') }}
      onReview={() => void form.review()}
      dialog={
        form.shown && (
          <AdjustCardDialog
            open
            {...form.shown}
            onAgain={() => void form.review()}
            onClose={form.close}
            onDone={(id) => {
              discard()
              go(historyPath, { replace: true, ...(id === null ? {} : { search: { open: id } }) })
            }}
          />
        )
      }
    >
      <Panel>
        <div className="flex flex-col gap-5">
          <CardField
            chosen={form.card}
            start={card ?? null}
            error={form.errorOf('card')}
            choose={form.setCard}
          />
          <TypeChoice value={form.type} onChange={form.setType} />
          <AmountField
            label={t('form.amount')}
            hint={t('form.cardAmountHint')}
            error={form.errorOf('amount')}
            value={form.amount}
            onChange={form.setAmount}
          />
        </div>
      </Panel>
    </MoneyForm>
  )
}
