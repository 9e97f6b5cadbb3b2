import { createPublicClient, http, type Address, type Hex } from 'viem'

/** The transaction that has a nonce of a wallet in a final block. */
export type FinalUse = { readonly txHash: Hex; readonly isOk: boolean }

/** What the signer reads from its own node. */
export type SignerChain = {
  readonly readChainId: () => Promise<number>
  /** The first nonce of a wallet that no block has. Throws when the node does not answer. */
  readonly readNext: (wallet: Address) => Promise<bigint>
  /** Null: no transaction with this nonce is final. Throws when the node does not answer. */
  readonly findFinal: (wallet: Address, nonce: bigint) => Promise<FinalUse | null>
}

const timeoutMs = 8000
type RawBlock = {
  readonly number: Hex
  readonly hash: Hex
  readonly transactions: readonly { readonly hash: Hex; readonly from: Hex; readonly nonce: Hex }[]
}
type RawReceipt = { readonly status: Hex; readonly blockHash: Hex }

const hex = (value: bigint): Hex => `0x${value.toString(16)}`

export const createSignerChain = (rpcUrl: string): SignerChain => {
  const client = createPublicClient({ transport: http(rpcUrl, { timeout: timeoutMs, retryCount: 0 }) })
  const request = <T>(method: string, params: unknown[]): Promise<T> =>
    client.request({ method, params } as never) as Promise<T>
  const blockOf = async (tag: string): Promise<RawBlock> => {
    const block = await request<RawBlock | null>('eth_getBlockByNumber', [tag, true])
    if (!block) throw new Error(`The node has no block ${tag}`)
    return block
  }
  /** The first block after which the wallet has used more than `nonce` nonces; `last` is known to be one. */
  const findBlock = async (wallet: Address, nonce: bigint, last: bigint): Promise<bigint> => {
    const isUsedAt = async (number: bigint) =>
      BigInt(await request<Hex>('eth_getTransactionCount', [wallet, hex(number)])) > nonce
    let [after, until] = [-1n, last]
    for (let step = 1n; until - step >= 0n; step *= 2n) {
      const before = until - step
      if (!(await isUsedAt(before))) {
        after = before
        break
      }
      until = before
    }
    while (until - after > 1n) {
      const middle = (after + until) / 2n
      if (await isUsedAt(middle)) until = middle
      else after = middle
    }
    return until
  }
  return {
    readChainId: async () => Number(await request<Hex>('eth_chainId', [])),
    readNext: async (wallet) => BigInt(await request<Hex>('eth_getTransactionCount', [wallet, 'latest'])),
    findFinal: async (wallet, nonce) => {
      const last = BigInt((await blockOf('finalized')).number)
      const count = BigInt(await request<Hex>('eth_getTransactionCount', [wallet, hex(last)]))
      if (count <= nonce) return null
      const block = await blockOf(hex(await findBlock(wallet, nonce, last)))
      const isIts = ({ from, nonce: used }: RawBlock['transactions'][number]) =>
        from.toLowerCase() === wallet.toLowerCase() && BigInt(used) === nonce
      const found = block.transactions.find(isIts)
      const receipt = found && (await request<RawReceipt | null>('eth_getTransactionReceipt', [found.hash]))
      if (!found || receipt?.blockHash !== block.hash)
        throw new Error('The node contradicts itself about a nonce')
      return { txHash: found.hash, isOk: receipt.status === '0x1' }
    },
  }
}
