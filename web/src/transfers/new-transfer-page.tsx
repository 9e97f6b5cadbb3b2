import { previewTransfer } from '@cardamom/contract/transfers'
import { call } from '../kernel/api.ts'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { useGo, useQueryParams } from '../kernel/router.tsx'
import { dialogPart } from '../ui/dialog.tsx'
import type { ContractForm } from '../ui/form.tsx'
import { useGuardedTexts } from '../ui/guarded-texts.ts'
import { Panel } from '../ui/panel.tsx'
import { HolderInput, WalletInput } from '../ui/wallets/money-fields.tsx'
import { MoneyForm } from '../ui/wallets/money-form.tsx'
import { useProblemAt } from '../ui/wallets/limit-problem.ts'
import { amountOf } from '../ui/wallets/typed-amount.ts'
import { useMoneyForm } from '../ui/wallets/use-money-form.ts'
import type { Wallet } from '../ui/wallets/wallet-choice.tsx'
import { AmountPanel, type AmountMeaning } from './amount-panel.tsx'
import { TransferTarget } from './transfer-target.tsx'

preloadText('walletMoney')
preloadText('fields')

const ReviewDialog = dialogPart(async () => (await import('./review-dialog.tsx')).ReviewDialog)

type Values = {
  readonly fromOwnerId: string
  readonly fromWallet: Wallet
  readonly toOwnerId: string
  readonly toWallet: Wallet
  readonly amount: string
  readonly amountIs: AmountMeaning
  readonly reference: string
}

const start: Values = {
  fromOwnerId: '',
  fromWallet: 'regular',
  toOwnerId: '',
  toWallet: 'regular',
  amount: '',
  amountIs: 'total',
  reference: '',
}

const schema = async () => {
  const [{ previewTransfer: preview }, { TypedAmount, TypedReference }] = await Promise.all([
    import('@cardamom/contract/transfers'),
    import('./transfer-rules.ts'),
  ])
  return preview.input.extend({ amount: TypedAmount, reference: TypedReference })
}

const fields = {
  sender_not_found: 'fromOwnerId',
  sender_wallet_not_found: 'fromOwnerId',
  receiver_not_found: 'toOwnerId',
  receiver_wallet_not_found: 'toOwnerId',
  same_admin: 'toOwnerId',
  invalid_amount: 'amount',
  not_enough_money: 'amount',
} as const

const readPreview = async ({ reference, ...values }: Values) => {
  const input = { ...values, amount: amountOf(values.amount) ?? '' }
  return { input, reference, preview: await call(previewTransfer, { input, errors: 'none' }) }
}

const SidePanels = ({ form }: { form: ContractForm<Values> }) => {
  const t = useText('transfers')
  const [{ from, to }] = useQueryParams()
  return (
    <>
      <Panel title={t('sender')}>
        <div className="flex flex-col gap-5">
          <HolderInput form={form} name="fromOwnerId" label={t('form.sender')} start={from} />
          <WalletInput
            form={form}
            name="fromWallet"
            label={t('form.fromWallet')}
            onChosen={(wallet) => form.setValue('toWallet', wallet)}
          />
        </div>
      </Panel>
      <Panel title={t('receiver')}>
        <div className="flex flex-col gap-5">
          <HolderInput form={form} name="toOwnerId" label={t('form.receiver')} start={to} />
          <WalletInput form={form} name="toWallet" label={t('form.toWallet')} />
        </div>
      </Panel>
    </>
  )
}

/** A transfer between two wallets: `/admin/transfers/new`, also with `?from=` and `?to=` of a holder. */
export const NewTransferPage = () => {
  const t = useText('transfers')
  const go = useGo()
  const form = useMoneyForm({ schema, start, problemOf: useProblemAt(fields), read: readPreview })
  const { shown } = form
  const discard = useGuardedTexts(form.watch('amount') !== '')
  return (
    <MoneyForm
      title={t('form.title')}
      lead={t('form.lead')}
      above={<TransferTarget value="wallet" />}
      other={form.other}
      busy={form.formState.isSubmitting}
      submit={t('form.review')}
      back={{ to: '/admin/transfers', text: t('form.cancel') }}
      onReview={form.review}
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
            reference={shown.reference}
            onAgain={form.review}
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
      <AmountPanel form={form} netHint={t('form.netHint')} />
    </MoneyForm>
  )
}
