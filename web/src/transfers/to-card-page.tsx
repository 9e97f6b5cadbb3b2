import { previewWalletLoad } from '@cardamom/contract/transfers/wallet-loads'
import { call } from '../kernel/api.ts'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { useGo, useQueryParams } from '../kernel/router.tsx'
import { dialogPart } from '../ui/dialog.tsx'
import type { ContractForm } from '../ui/form.tsx'
import { useGuardedTexts } from '../ui/guarded-texts.ts'
import { Panel } from '../ui/panel.tsx'
import { CardInput, HolderInput, WalletInput } from '../ui/wallets/money-fields.tsx'
import { MoneyForm } from '../ui/wallets/money-form.tsx'
import { useProblemAt } from '../ui/wallets/limit-problem.ts'
import { amountOf } from '../ui/wallets/typed-amount.ts'
import { useMoneyForm } from '../ui/wallets/use-money-form.ts'
import type { Wallet } from '../ui/wallets/wallet-choice.tsx'
import { AmountPanel, type AmountMeaning } from './amount-panel.tsx'
import { TransferTarget } from './transfer-target.tsx'

preloadText('transfers')
preloadText('walletMoney')
preloadText('fields')

const ToCardReview = dialogPart(async () => (await import('./to-card-review.tsx')).ToCardReview)

type Values = {
  readonly fromOwnerId: string
  readonly fromWallet: Wallet
  readonly cardId: string
  readonly amount: string
  readonly amountIs: AmountMeaning
  readonly reference: string
}

const start: Values = {
  fromOwnerId: '',
  fromWallet: 'immediate',
  cardId: '',
  amount: '',
  amountIs: 'total',
  reference: '',
}

const schema = async () => {
  const [{ previewWalletLoad: preview }, { TypedAmount, TypedReference }] = await Promise.all([
    import('@cardamom/contract/transfers/wallet-loads'),
    import('./transfer-rules.ts'),
  ])
  return preview.input.extend({ amount: TypedAmount, reference: TypedReference })
}

const fields = {
  receiver_not_found: 'cardId',
  card_elsewhere: 'cardId',
  card_not_associated: 'cardId',
  card_not_loadable: 'cardId',
  card_invalid: 'cardId',
  holder_not_verified: 'cardId',
  sender_not_found: 'fromOwnerId',
  sender_wallet_not_found: 'fromOwnerId',
  speed_not_offered: 'fromOwnerId',
  invalid_amount: 'amount',
  over_emergency: 'amount',
  not_enough_money: 'amount',
} as const

const readPreview = async ({ reference, ...values }: Values) => {
  const input = { ...values, amount: amountOf(values.amount) ?? '' }
  return { input, reference, preview: await call(previewWalletLoad, { input, errors: 'none' }) }
}

const Sides = ({ form }: { form: ContractForm<Values> }) => {
  const t = useText('transfers')
  const c = useText('walletLoads')
  const [{ from, card }] = useQueryParams()
  return (
    <>
      <Panel title={t('sender')}>
        <div className="flex flex-col gap-5">
          <HolderInput form={form} name="fromOwnerId" label={t('form.sender')} start={from} />
          <WalletInput form={form} name="fromWallet" label={c('wallet')} />
        </div>
      </Panel>
      <Panel title={t('receiver')}>
        <CardInput form={form} name="cardId" start={card} />
      </Panel>
    </>
  )
}

/** A transfer from a company's wallet to a card: `/admin/transfers/to-card`, also with `?from=` and `?card=`. */
export const ToCardPage = () => {
  const t = useText('transfers')
  const c = useText('walletLoads')
  const go = useGo()
  const form = useMoneyForm({ schema, start, problemOf: useProblemAt(fields), read: readPreview })
  const { shown } = form
  const discard = useGuardedTexts(form.watch('amount') !== '')
  return (
    <MoneyForm
      title={c('title')}
      lead={c('lead')}
      above={<TransferTarget value="card" />}
      other={form.other}
      busy={form.formState.isSubmitting}
      submit={t('form.review')}
      back={{ to: '/admin/transfers', text: t('form.cancel') }}
      onReview={form.review}
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
      <Sides form={form} />
      <AmountPanel form={form} netHint={c('netHint')} />
    </MoneyForm>
  )
}
