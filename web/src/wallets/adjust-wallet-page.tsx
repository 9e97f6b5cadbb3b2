import { previewWalletAdjustment } from '@cardamom/contract/wallets/wallet-adjustments'
import { call } from '../kernel/api.ts'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { useGo, useQueryParams } from '../kernel/router.tsx'
import { dialogPart } from '../ui/dialog.tsx'
import type { ContractForm } from '../ui/form.tsx'
import { useGuardedTexts } from '../ui/guarded-texts.ts'
import { Panel } from '../ui/panel.tsx'
import { HolderInput, WalletInput } from '../ui/wallets/money-fields.tsx'
import { AmountInput, MoneyForm } from '../ui/wallets/money-form.tsx'
import { useProblemAt } from '../ui/wallets/limit-problem.ts'
import { amountOf } from '../ui/wallets/typed-amount.ts'
import { useMoneyForm } from '../ui/wallets/use-money-form.ts'
import type { Adjustment } from './adjust-dialog.tsx'
import { TypeInput } from './adjustment-parts.tsx'
import { AdjustmentTarget } from './adjustment-target.tsx'

preloadText('walletMoney')
preloadText('fields')

const AdjustDialog = dialogPart(async () => (await import('./adjust-dialog.tsx')).AdjustDialog)

const historyPath = '/admin/wallets/adjustments'

const start: Adjustment = { ownerId: '', wallet: 'regular', type: 'credit', amount: '' }

const schema = async () => {
  const [{ previewWalletAdjustment: preview }, { TypedAmount }] = await Promise.all([
    import('@cardamom/contract/wallets/wallet-adjustments'),
    import('../ui/wallets/typed-amount-rule.ts'),
  ])
  return preview.input.extend({ amount: TypedAmount })
}

const fields = {
  record_not_found: 'ownerId',
  wallet_not_found: 'ownerId',
  invalid_amount: 'amount',
  not_enough_money: 'amount',
} as const

const readPreview = async (values: Adjustment) => {
  const input = { ...values, amount: amountOf(values.amount) ?? '' }
  return { input, preview: await call(previewWalletAdjustment, { input, errors: 'none' }) }
}

const Fields = ({ form }: { form: ContractForm<Adjustment> }) => {
  const t = useText('walletAdjustments')
  const [{ owner }] = useQueryParams()
  return (
    <Panel>
      <div className="flex flex-col gap-5">
        <HolderInput form={form} name="ownerId" label={t('form.holder')} start={owner} />
        <WalletInput form={form} name="wallet" label={t('form.wallet')} />
        <TypeInput form={form} />
        <AmountInput label={t('form.amount')} hint={t('form.amountHint')} {...form.field('amount')} />
      </div>
    </Panel>
  )
}

/** A manual credit or debit: `/admin/wallets/adjust`, also with `?owner=` of a holder. */
export const AdjustWalletPage = () => {
  const t = useText('walletAdjustments')
  const go = useGo()
  const form = useMoneyForm({ schema, start, problemOf: useProblemAt(fields), read: readPreview })
  const discard = useGuardedTexts(form.watch('amount') !== '')
  return (
    <MoneyForm
      title={t('form.title')}
      lead={t('form.lead')}
      above={<AdjustmentTarget value="wallet" />}
      other={form.other}
      busy={form.formState.isSubmitting}
      submit={t('form.review')}
      back={{ to: historyPath, text: t('form.history') }}
      onReview={form.review}
      dialog={
        form.shown && (
          <AdjustDialog
            open
            {...form.shown}
            onAgain={form.review}
            onClose={form.close}
            onDone={() => {
              discard()
              go(historyPath, { replace: true })
            }}
          />
        )
      }
    >
      <Fields form={form} />
    </MoneyForm>
  )
}
