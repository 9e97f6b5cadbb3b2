import { previewWalletAdjustment } from '@cardamom/contract/wallets/wallet-adjustments'
import type { WireOf } from '@cardamom/contract/endpoint'
import { useState } from 'react'
import { call } from '../kernel/api.ts'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { useGo, useQueryParams } from '../kernel/router.tsx'
import { dialogPart } from '../ui/dialog.tsx'
import { Panel } from '../ui/panel.tsx'
import { useGuardedTexts } from '../ui/guarded-texts.ts'
import { HolderField, type Holder } from '../ui/wallets/holder-field.tsx'
import { AmountField, MoneyForm } from '../ui/wallets/money-form.tsx'
import { useProblemAt } from '../ui/wallets/limit-problem.ts'
import { useMoneyReview, type MoneyProblem } from '../ui/wallets/money-review.ts'
import { amountOf } from '../ui/wallets/typed-amount.ts'
import { WalletChoice, type Wallet } from '../ui/wallets/wallet-choice.tsx'
import type { Adjustment } from './adjust-dialog.tsx'
import { TypeChoice, type AdjustmentType } from './adjustment-parts.tsx'
import { AdjustmentTarget } from './adjustment-target.tsx'

preloadText('walletMoney')
preloadText('fields')

const AdjustDialog = dialogPart(async () => (await import('./adjust-dialog.tsx')).AdjustDialog)

const historyPath = '/admin/wallets/adjustments'

type Review = { readonly input: Adjustment; readonly preview: WireOf<typeof previewWalletAdjustment> }
type Field = 'holder' | 'amount'

const fields: Readonly<Record<string, Field>> = {
  record_not_found: 'holder',
  wallet_not_found: 'holder',
  invalid_amount: 'amount',
  not_enough_money: 'amount',
}

/** The typed adjustment, what is wrong with it, and its preview once it was asked for. */
const useAdjustment = () => {
  const t = useText('walletAdjustments')
  const w = useText('walletMoney')
  const [holder, setHolder] = useState<Holder | null>(null)
  const [wallet, setWallet] = useState<Wallet>('regular')
  const [type, setType] = useState<AdjustmentType>('credit')
  const [amount, setAmount] = useState('')
  const money = useMoneyReview<Review, MoneyProblem<Field>>(useProblemAt(fields))
  const missing = (): MoneyProblem<Field> | null => {
    if (!holder) return { field: 'holder', text: w('missing') }
    return amountOf(amount) === null ? { field: 'amount', text: t('form.amountWrong') } : null
  }
  return {
    ...money,
    holder,
    wallet,
    type,
    amount,
    review: () =>
      money.review(missing(), async () => {
        const input = { ownerId: holder?.id ?? '', wallet, type, amount: amountOf(amount) ?? '' }
        return { input, preview: await call(previewWalletAdjustment, { input, errors: 'none' }) }
      }),
    setHolder: money.typing(setHolder),
    setWallet: money.typing(setWallet),
    setType: money.typing(setType),
    setAmount: money.typing(setAmount),
  }
}

const Fields = ({ form }: { form: ReturnType<typeof useAdjustment> }) => {
  const t = useText('walletAdjustments')
  const [{ owner }] = useQueryParams()
  return (
    <Panel>
      <div className="flex flex-col gap-5">
        <HolderField
          label={t('form.holder')}
          chosen={form.holder}
          start={owner ?? null}
          error={form.errorOf('holder')}
          choose={form.setHolder}
        />
        <WalletChoice label={t('form.wallet')} name="wallet" value={form.wallet} onChange={form.setWallet} />
        <TypeChoice value={form.type} onChange={form.setType} />
        <AmountField
          label={t('form.amount')}
          hint={t('form.amountHint')}
          error={form.errorOf('amount')}
          value={form.amount}
          onChange={form.setAmount}
        />
      </div>
    </Panel>
  )
}

/** A manual credit or debit: `/admin/wallets/adjust`, also with `?owner=` of a holder. */
export const AdjustWalletPage = () => {
  const t = useText('walletAdjustments')
  const go = useGo()
  const form = useAdjustment()
  const discard = useGuardedTexts(form.amount !== '')
  return (
    <MoneyForm
      title={t('form.title')}
      lead={t('form.lead')}
      above={<AdjustmentTarget value="wallet" />}
      other={form.errorOf(null)}
      busy={form.isReading}
      submit={t('form.review')}
      back={{ to: historyPath, text: t('form.history') }}
      onReview={() => void form.review()}
      dialog={
        form.shown && (
          <AdjustDialog
            open
            {...form.shown}
            onAgain={() => void form.review()}
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
