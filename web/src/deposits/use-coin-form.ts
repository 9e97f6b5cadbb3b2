import {
  createCoinDeposit,
  quoteCoinDeposit,
  readCoinDepositOptions,
} from '@cardamom/contract/deposits/coin-deposits'
import { listCoinDeposits } from '@cardamom/contract/loads/wallet-payments'
import { useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { useAction, useCall, useSettled } from '../kernel/query.ts'
import { useGo } from '../kernel/router.tsx'
import { useContractForm } from '../ui/form.tsx'
import { amountOf } from '../ui/wallets/typed-amount.ts'
import type { Wallet } from '../ui/wallets/wallet-choice.tsx'
import { coinPath } from './coin-status.ts'

const stillMs = 350

/** With what the form starts. */
export type CoinStart = { readonly wallet: Wallet; readonly amount: string }
/** The coin is `USDC@ethereum`; an empty one is the first that is offered. */
export type TypedCoins = CoinStart & { readonly asset: string }

const schema = async () => (await import('./coin-rules.ts')).TypedCoins

/** What was typed for a deposit of a company by crypto, its price now, and its lock. */
export const useCoinForm = (companyId: string, start: CoinStart) => {
  const t = useText('topUps')
  const go = useGo()
  const form = useContractForm<TypedCoins>({
    schema,
    defaultValues: { ...start, asset: '' },
    confirmsLeaving: false,
  })
  const { wallet, amount: typed, asset: chosen } = form.watch()
  const options = useCall(readCoinDepositOptions, { input: { companyId }, errors: 'none' })
  const first = options.data?.assets[0]
  const asset = chosen !== '' ? chosen : first ? `${first.symbol}@${first.network}` : ''
  const [symbol = '', network = ''] = asset.split('@')
  const settled = useSettled(amountOf(typed), stillMs)
  const amount = settled !== null && Number(settled) > 0 && settled === amountOf(typed) ? settled : null
  const input = { companyId, amount: amount ?? '0', asset: symbol, network }
  const quote = useCall(
    quoteCoinDeposit,
    { input, errors: 'none' },
    { enabled: amount !== null && asset !== '', showsPrevious: true, staleMs: 20_000 },
  )
  const offer = amount === null ? undefined : quote.data?.offers.find(({ speed }) => speed === wallet)
  const create = useAction(createCoinDeposit, {
    changes: [listCoinDeposits],
    onDone: ({ id }) => go(`${coinPath}/${id}`, { replace: true }),
  })
  const left = moneyText(options.data?.limits[wallet].leftToday ?? '0.00')
  const obstacle = offer?.obstacle ? t(`coin.obstacle.${offer.obstacle}`, { left }) : null
  return {
    form,
    options,
    wallet,
    asset,
    amount,
    quote,
    offer,
    problem: form.errorOf('amount') ?? obstacle,
    canLock: offer?.obstacle === null && !quote.isPlaceholderData,
    isLocking: form.formState.isSubmitting,
    lock: form.send(async () => {
      if (offer?.obstacle !== null || quote.isPlaceholderData) return false
      return await create.mutateAsync({ input: { ...input, wallet } })
    }),
  }
}

export type CoinForm = ReturnType<typeof useCoinForm>
