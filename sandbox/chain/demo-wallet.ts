import {
  encodeFunctionData,
  formatUnits,
  getAddress,
  isAddress,
  parseAbi,
  parseUnits,
  type Address,
  type Hex,
} from 'viem'
import type { ChainAccounts } from './chain-accounts.ts'
import type { RpcReceipt } from './json-rpc.ts'
import type { DeploymentPlan, TokenFacts } from './deployment.ts'
import { Refusal, tokenAbi, type Sender } from './sender.ts'

export type Payment = { readonly to: string; readonly amount: string }
export type SentPayment = { readonly txHash: Hex; readonly receipt: RpcReceipt | null }

/** The payer: holds enough of every token and signs real transfers. */
export type DemoWallet = {
  readonly pay: (wish: Payment & { asset: string; wait: boolean }) => Promise<SentPayment>
  readonly payMany: (wish: {
    asset: string
    payments: readonly Payment[]
    wait: boolean
  }) => Promise<SentPayment>
  /** New tokens from their issuer; ether from the faucet. */
  readonly mint: (wish: Payment & { asset: string }) => Promise<SentPayment>
  readonly balances: () => Promise<
    readonly { asset: string; decimals: number; units: bigint; amount: string }[]
  >
}

const disperseAbi = parseAbi(['function disperse(address token, address[] to, uint256[] amounts)'])
const etherDecimals = 18

export const recipient = (to: string): Address => {
  // An address in one case has no checksum; in mixed case the checksum must be right, as in wallets.
  if (!isAddress(to) && !(isAddress(to, { strict: false }) && to === to.toLowerCase())) {
    throw new Refusal(400, 'to: not an Ethereum address')
  }
  return getAddress(to)
}
export const units = (amount: string, decimals: number): bigint => {
  const form = new RegExp(`^\\d{1,30}(\\.\\d{1,${decimals}})?$`)
  const value = typeof amount === 'string' && form.test(amount) ? parseUnits(amount, decimals) : 0n
  if (value <= 0n) throw new Refusal(400, `amount: above 0, with at most ${decimals} decimals, as a string`)
  return value
}

/** An account's balance of a token; null is ether. */
export const holdings =
  (sender: Sender) =>
  async (address: Address | null, owner: Address): Promise<bigint> => {
    if (address === null) return BigInt(await sender.read<Hex>('eth_getBalance', [owner, 'latest']))
    const data = encodeFunctionData({ abi: tokenAbi, functionName: 'balanceOf', args: [owner] })
    return BigInt(await sender.read<Hex>('eth_call', [{ to: address, data }, 'latest']))
  }

export const tokenIn = (tokens: readonly TokenFacts[], asset: string): TokenFacts => {
  const token = tokens.find((each) => each.asset === asset)
  if (token) return token
  throw new Refusal(400, `asset: one of ${tokens.map((each) => each.asset).join(', ')}, ETH`)
}

export const createDemoWallet = (deps: {
  plan: DeploymentPlan
  sender: Sender
  accounts: ChainAccounts
}): DemoWallet => {
  const { plan, sender, accounts } = deps
  const tokens = [...plan.tokens, ...plan.unlistedTokens]
  const unitsOf = holdings(sender)

  const tokenOf = (asset: string) => tokenIn(tokens, asset)
  const demo = accounts.demoWallet
  const mustHold = async (token: Address | null, needed: bigint) => {
    if ((await unitsOf(token, demo.address)) < needed)
      throw new Refusal(409, 'the demo wallet does not hold enough')
  }
  const sent = async (txHash: Hex, wait: boolean): Promise<SentPayment> => ({
    txHash,
    receipt: wait ? await sender.receipt(txHash) : null,
  })

  const send = async (how: 'transfer' | 'mint', { asset, to, amount }: Payment & { asset: string }) => {
    if (asset === 'ETH') {
      const value = units(amount, etherDecimals)
      if (how === 'transfer') await mustHold(null, value)
      return sender.send(how === 'mint' ? accounts.faucet : demo, { to: recipient(to), value })
    }
    const token = tokenOf(asset)
    const args = [recipient(to), units(amount, token.decimals)] as const
    if (how === 'transfer') await mustHold(token.address, args[1])
    const data = encodeFunctionData({ abi: tokenAbi, functionName: how, args })
    return sender.send(how === 'mint' ? accounts.deployer : demo, { to: token.address, data })
  }

  return {
    pay: async (wish) => sent(await send('transfer', wish), wish.wait),
    payMany: async ({ asset, payments, wait }) => {
      const token = tokenOf(asset)
      if (!Array.isArray(payments) || payments.length === 0 || payments.length > 100)
        throw new Refusal(400, 'payments: 1 to 100')
      const amounts = payments.map(({ amount }) => units(amount, token.decimals))
      const total = amounts.reduce((sum, each) => sum + each, 0n)
      await mustHold(token.address, total)
      const args = [token.address, payments.map(({ to }) => recipient(to)), amounts] as const
      const data = encodeFunctionData({ abi: disperseAbi, functionName: 'disperse', args })
      const gas = 100_000n + 70_000n * BigInt(payments.length)
      return sent(await sender.send(demo, { to: plan.disperse, data, gas }), wait)
    },
    mint: async (wish) => sent(await send('mint', wish), true),
    balances: async () => {
      const all = [...tokens, { asset: 'ETH', decimals: etherDecimals, address: null }]
      return Promise.all(
        all.map(async ({ asset, decimals, address }) => {
          const held = await unitsOf(address, demo.address)
          return { asset, decimals, units: held, amount: formatUnits(held, decimals) }
        }),
      )
    },
  }
}
