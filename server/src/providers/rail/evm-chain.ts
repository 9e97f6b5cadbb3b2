import { z } from 'zod'
import { StartRefused } from '../../kernel/migrate.ts'

const Address = z.string('is missing').regex(/^0x[0-9a-fA-F]{40}$/, 'is not an address: 0x and 40 hex digits')
const Whole = z.number('is not a number').int('is not a whole number').min(0, 'is below 0')
const Text = z.string('is missing').min(1, 'is empty')

/** What the EVM_CHAIN setting holds: public facts of a chain, no key. docs/operations.md describes each field. */
export const EvmChain = z
  .object({
    chainId: Whole,
    startBlock: Whole.default(0),
    tokens: z.array(
      z.object({ symbol: Text, name: Text, address: Address, decimals: Whole, network: Text }),
      'is not a list',
    ),
    /** Two Chainlink aggregators for each asset. */
    feeds: z.record(z.string(), z.array(Address).min(2, 'names fewer than two price feeds'), 'is missing'),
    feedDecimals: Whole.default(8),
    /** The coin that pays for transactions, which has 18 decimals on every EVM chain. */
    nativeCoin: Text.default('ETH'),
    forwarderFactory: Address,
    forwarderInitCodeHash: z
      .string('is missing')
      .regex(/^0x[0-9a-f]{64}$/, 'is not a hash: 0x and 64 hex digits'),
    treasury: Address,
    /** Pays withdrawals and refunds; the signer has its key. */
    payoutWallet: Address,
    /** Our deposit address at the trading venue, if there is one. */
    venueWallet: Address.optional(),
  })
  .superRefine(({ tokens, feeds }, context) => {
    for (const { symbol } of tokens) {
      if (feeds[symbol] === undefined)
        context.addIssue({ code: 'custom', path: ['feeds', symbol], message: 'is missing' })
    }
  })
export type EvmChain = z.output<typeof EvmChain>

const howToWrite = 'write the JSON that docs/operations.md describes'

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw new StartRefused(`EVM_CHAIN is not JSON: ${howToWrite}.`)
  }
}

/** Reads the EVM_CHAIN setting. Throws StartRefused with a sentence that names the wrong field. */
export const readEvmChain = (text: string): EvmChain => {
  const chain = EvmChain.safeParse(parsed(text))
  if (chain.success) return chain.data
  const [issue] = chain.error.issues
  const field = issue?.path.length ? `${issue.path.join('.')} ` : ''
  throw new StartRefused(`EVM_CHAIN: ${field}${issue?.message}: ${howToWrite}.`)
}
