import { encodeFunctionData, parseAbi, type Hex } from 'viem'
import type { LocalAccount } from 'viem/accounts'
import type { ChainAccounts } from './chain-accounts.ts'
import { holdings, recipient, tokenIn, units, type Payment, type SentPayment } from './demo-wallet.ts'
import type { DeploymentPlan } from './deployment.ts'
import type { Journal } from './journal.ts'
import { Refusal, tokenAbi, type Sender } from './sender.ts'

export type Sweep = { readonly asset: string; readonly salts: readonly string[] }
export type WalletTransfer = Payment & { readonly asset: string; readonly id: string; readonly from?: string }

/** What the owner of the cold treasury does, with its key. */
export type TreasuryDesk = {
  readonly sweep: (wish: Sweep) => Promise<SentPayment>
  readonly transfer: (wish: WalletTransfer) => Promise<SentPayment>
}

const factoryAbi = parseAbi(['function sweep(address token, bytes32[] salts) returns (uint256)'])
const mostSalts = 100
const gasOfSweep = 100_000n
const gasOfForwarder = 400_000n
const etherDecimals = 18

export const createTreasuryDesk = (deps: {
  plan: DeploymentPlan
  sender: Sender
  accounts: ChainAccounts
  journal: Journal
}): TreasuryDesk => {
  const { plan, sender, accounts, journal } = deps
  const tokens = [...plan.tokens, ...plan.unlistedTokens]
  const { treasury, payoutWallet: payout, venueWallet: venue } = accounts
  const owners: Readonly<Record<string, LocalAccount>> = { treasury, payout, venue }
  const unitsOf = holdings(sender)

  const send = async ({ asset, to, amount, from = 'treasury' }: WalletTransfer): Promise<Hex> => {
    const owner = owners[from]
    if (!owner) throw new Refusal(400, `from: one of ${Object.keys(owners).join(', ')}`)
    const token = asset === 'ETH' ? null : tokenIn(tokens, asset)
    const value = units(amount, token?.decimals ?? etherDecimals)
    if ((await unitsOf(token?.address ?? null, owner.address)) < value)
      throw new Refusal(409, `the wallet ${from} does not have enough`)
    if (!token) return sender.send(owner, { to: recipient(to), value })
    const data = encodeFunctionData({ abi: tokenAbi, functionName: 'transfer', args: [recipient(to), value] })
    return sender.send(owner, { to: token.address, data })
  }

  return {
    sweep: async ({ asset, salts }) => {
      const isSalt = (salt: unknown): salt is Hex => typeof salt === 'string' && /^0x[0-9a-f]{64}$/.test(salt)
      if (!Array.isArray(salts) || salts.length === 0 || salts.length > mostSalts || !salts.every(isSalt))
        throw new Refusal(400, `salts: 1 to ${mostSalts}, each 0x and 64 hex digits`)
      const token = tokenIn(tokens, asset)
      const args = [token.address, salts] as const
      const data = encodeFunctionData({ abi: factoryAbi, functionName: 'sweep', args })
      const gas = gasOfSweep + gasOfForwarder * BigInt(salts.length)
      const txHash = await sender.send(treasury, { to: plan.forwarderFactory, data, gas })
      return { txHash, receipt: await sender.receipt(txHash) }
    },
    transfer: async (wish) => {
      if (typeof wish.id !== 'string' || wish.id === '') throw new Refusal(400, 'id: a text')
      const fact = `move:${wish.id}`
      const known = journal.fact(fact) as Hex | null
      const txHash = known ?? (await send(wish))
      if (!known) journal.setFact(fact, txHash)
      return { txHash, receipt: await sender.receipt(txHash) }
    },
  }
}
