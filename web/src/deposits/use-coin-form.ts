import {
  createCoinDeposit,
  quoteCoinDeposit,
  readCoinDepositOptions,
} from '@cardamom/contract/deposits/coin-deposits'
import { listCoinDeposits } from '@cardamom/contract/loads/wallet-payments'
import { useState } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { useAction, useCall, useSettled } from '../kernel/query.ts'
import { useGo } from '../kernel/router.tsx'
import { amountOf } from '../ui/wallets/typed-amount.ts'
import type { Wallet } from '../ui/wallets/wallet-choice.tsx'

export const coinPath = '/admin/wallets/deposits/crypto'
const stillMs = 350

/** With what the form starts. */
export type CoinStart = { readonly wallet: Wallet; readonly amount: string }

/** What was typed for a deposit of a company by crypto, its price now, and its lock. */
export const useCoinForm = (companyId: string, start: CoinStart) => {
  const t = useText('topUps')
  const go = useGo()
  const [wallet, setWallet] = useState<Wallet>(start.wallet)
  const [typed, setTyped] = useState(start.amount)
  const [chosen, setAsset] = useState<string | null>(null)
  const options = useCall(readCoinDepositOptions, { input: { companyId }, errors: 'none' })
  const first = options.data?.assets[0]
  const asset = chosen ?? (first ? `${first.symbol}@${first.network}` : '')
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
  const wrong = typed !== '' && amountOf(typed) === null ? t('form.amountWrong') : null
  const left = moneyText(options.data?.limits[wallet].leftToday ?? '0.00')
  const obstacle = offer?.obstacle ? t(`coin.obstacle.${offer.obstacle}`, { left }) : null
  return {
    options,
    wallet,
    setWallet,
    typed,
    setTyped,
    asset,
    setAsset,
    amount,
    quote,
    offer,
    problem: wrong ?? obstacle,
    canLock: offer?.obstacle === null && !quote.isPlaceholderData,
    isLocking: create.isPending,
    lock: () => create.mutate({ input: { ...input, wallet } }),
  }
}

export type CoinForm = ReturnType<typeof useCoinForm>
