import { previewCardAdjustment } from '@cardamom/contract/wallets/card-adjustments'
import type { SentInputOf } from '@cardamom/contract/endpoint'
import { call } from '../kernel/api.ts'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { useGo, useQueryParams } from '../kernel/router.tsx'
import { dialogPart } from '../ui/dialog.tsx'
import { useGuardedTexts } from '../ui/guarded-texts.ts'
import { Panel } from '../ui/panel.tsx'
import { CardInput } from '../ui/wallets/money-fields.tsx'
import { AmountInput, MoneyForm } from '../ui/wallets/money-form.tsx'
import { useProblemAt } from '../ui/wallets/limit-problem.ts'
import { amountOf } from '../ui/wallets/typed-amount.ts'
import { useMoneyForm } from '../ui/wallets/use-money-form.ts'
import { TypeInput } from './adjustment-parts.tsx'
import { AdjustmentTarget } from './adjustment-target.tsx'

preloadText('walletMoney')
preloadText('walletLoads')
preloadText('fields')

const AdjustCardDialog = dialogPart(async () => (await import('./adjust-card-dialog.tsx')).AdjustCardDialog)

const historyPath = '/admin/wallets/adjustments'

type Values = SentInputOf<typeof previewCardAdjustment>

const start: Values = { cardId: '', type: 'credit', amount: '' }

const schema = async () => {
  const [{ previewCardAdjustment: preview }, { TypedAmount }] = await Promise.all([
    import('@cardamom/contract/wallets/card-adjustments'),
    import('../ui/wallets/typed-amount-rule.ts'),
  ])
  return preview.input.extend({ amount: TypedAmount })
}

const fields = {
  record_not_found: 'cardId',
  card_not_associated: 'cardId',
  card_not_loadable: 'cardId',
  card_invalid: 'cardId',
  invalid_amount: 'amount',
  float_too_small: 'amount',
  not_enough_on_card: 'amount',
} as const

const readPreview = async (values: Values) => {
  const input = { ...values, amount: amountOf(values.amount) ?? '' }
  return { input, preview: await call(previewCardAdjustment, { input, errors: 'none' }) }
}

/** A manual credit or debit of a card: `/admin/wallets/adjust-card`, also with `?card=`. */
export const AdjustCardPage = () => {
  const t = useText('walletAdjustments')
  const go = useGo()
  const [{ card }] = useQueryParams()
  const form = useMoneyForm({ schema, start, problemOf: useProblemAt(fields), read: readPreview })
  const discard = useGuardedTexts(form.watch('amount') !== '')
  return (
    <MoneyForm
      title={t('form.cardTitle')}
      lead={t('form.cardLead')}
      above={<AdjustmentTarget value="card" />}
      other={form.other}
      busy={form.formState.isSubmitting}
      submit={t('form.review')}
      back={{ to: historyPath, text: t('form.history') }}
      onReview={form.review}
      dialog={
        form.shown && (
          <AdjustCardDialog
            open
            {...form.shown}
            onAgain={form.review}
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
          <CardInput form={form} name="cardId" start={card} />
          <TypeInput form={form} />
          <AmountInput label={t('form.amount')} hint={t('form.cardAmountHint')} {...form.field('amount')} />
        </div>
      </Panel>
    </MoneyForm>
  )
}
