import { encodeFunctionData, parseAbi, type Hex } from 'viem'
import type { LocalAccount } from 'viem/accounts'
import type { ChainAccounts } from './chain-accounts.ts'
import { holdings, recipient, tokenIn, units, type Payment, type SentPayment } from './demo-wallet.ts'
import type { DeploymentPlan } from './deployment.ts'
import type { Journal } from './journal.ts'
import { Refusal, tokenAbi, type Sender } from './sender.ts'

export type Sweep = { readonly asset: string; readonly salts: readonly string[] }
export type WalletTransfer = Payment & { readonly asset: string; readonly id: string; readonly from?: string }
/** A trade with the owner of the treasury: the venue takes the coins that it bought, or brings those that it sold. */
export type Trade = Pick<WalletTransfer, 'asset' | 'id' | 'amount'> & { readonly side: string }

/** What the owner of the cold treasury does, with its key. */
export type TreasuryDesk = {
  readonly sweep: (wish: Sweep) => Promise<SentPayment>
  readonly transfer: (wish: WalletTransfer) => Promise<SentPayment>
  readonly trade: (wish: Trade) => Promise<SentPayment>
}

const factoryAbi = parseAbi(['function sweep(address token, bytes32[] salts) returns (uint256)'])
const mostSalts = 100
const gasOfSweep = 100_000n
const gasOfForwarder = 400_000n
const etherDecimals = 18

/** Sends once for an id, and answers the same later. */
const sentOnce =
  ({ sender, journal }: { sender: Sender; journal: Journal }) =>
  async (id: unknown, sendNow: () => Promise<Hex>): Promise<SentPayment> => {
    if (typeof id !== 'string' || id === '') throw new Refusal(400, 'id: a text')
    const fact = `move:${id}`
    const known = journal.fact(fact) as Hex | null
    const txHash = known ?? (await sendNow())
    if (!known) journal.setFact(fact, txHash)
    return { txHash, receipt: await sender.receipt(txHash) }
  }

export const createTreasuryDesk = (deps: {
  plan: DeploymentPlan
  sender: Sender
  accounts: ChainAccounts
  journal: Journal
}): TreasuryDesk => {
  const { plan, sender, accounts, journal } = deps
  const tokens = [...plan.tokens, ...plan.unlistedTokens]
  const { treasury, payoutWallet: payout, venueWallet: venue, demoWallet: demo } = accounts
  const owners: Readonly<Record<string, LocalAccount>> = { treasury, payout, venue }
  const unitsOf = holdings(sender)

  const ownerOf = (from: string): LocalAccount => {
    const owner = owners[from]
    if (owner) return owner
    throw new Refusal(400, `from: one of ${Object.keys(owners).join(', ')}`)
  }
  const send = async (
    owner: LocalAccount,
    { asset, to, amount }: Payment & { asset: string },
  ): Promise<Hex> => {
    const token = asset === 'ETH' ? null : tokenIn(tokens, asset)
    const value = units(amount, token?.decimals ?? etherDecimals)
    if ((await unitsOf(token?.address ?? null, owner.address)) < value)
      throw new Refusal(409, `the wallet ${owner.address} does not have enough`)
    if (!token) return sender.send(owner, { to: recipient(to), value })
    const data = encodeFunctionData({ abi: tokenAbi, functionName: 'transfer', args: [recipient(to), value] })
    return sender.send(owner, { to: token.address, data })
  }

  const once = sentOnce({ sender, journal })

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
    transfer: (wish) => once(wish.id, () => send(ownerOf(wish.from ?? 'treasury'), wish)),
    trade: async (wish) => {
      const { side } = wish
      if (side !== 'bought' && side !== 'sold') throw new Refusal(400, 'side: bought or sold')
      // Ether pays for transactions, so it is not at the venue. Only the product's signer sends from the payout wallet.
      const [seller, buyer] = wish.asset === 'ETH' ? [treasury, payout] : [venue, venue]
      // All other coins of the sandbox are in the demo wallet.
      const [from, to] = side === 'sold' ? [seller, demo] : [demo, buyer]
      return once(wish.id, () => send(from, { ...wish, to: to.address }))
    },
  }
}
