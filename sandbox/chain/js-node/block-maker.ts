import { createBlock, type Block } from '@ethereumjs/block'
import type { Common } from '@ethereumjs/common'
import { bytesToHex, createAccount, type Account, type Address } from '@ethereumjs/util'
import { buildBlock, type BlockBuilder, type RunTxResult, type VM } from '@ethereumjs/vm'
import { RpcError } from '../json-rpc.ts'
import type { Archive, StoredBlock, StoredTransaction } from './node-archive.ts'
import { feeCap, type Pool, type WaitingTransaction } from './node-pool.ts'

export const blockGasLimit = 30_000_000n
const firstBaseFee = 1_000_000_000n

/** The block itself from its stored row, without its transactions; the header's roots represent them. */
export const blockOf = (stored: StoredBlock, common: Common): Block =>
  createBlock(
    {
      header: {
        number: stored.number,
        parentHash: stored.parentHash,
        stateRoot: stored.stateRoot,
        timestamp: stored.timestamp,
        baseFeePerGas: stored.baseFeePerGas,
        gasLimit: blockGasLimit,
        gasUsed: stored.gasUsed,
        transactionsTrie: stored.transactionsRoot,
        receiptTrie: stored.receiptsRoot,
        ...(stored.logsBloom ? { logsBloom: stored.logsBloom } : {}),
      },
    },
    { common },
  )

const storedBlock = (block: Block, transactions: readonly StoredTransaction[]): StoredBlock => {
  const { header } = block
  return {
    number: Number(header.number),
    hash: bytesToHex(block.hash()),
    parentHash: bytesToHex(header.parentHash),
    stateRoot: bytesToHex(header.stateRoot),
    timestamp: Number(header.timestamp),
    baseFeePerGas: `0x${header.baseFeePerGas!.toString(16)}`,
    gasUsed: Number(header.gasUsed),
    size: block.serialize().length,
    transactionsRoot: bytesToHex(header.transactionsTrie),
    receiptsRoot: bytesToHex(header.receiptTrie),
    logsBloom: transactions.some(({ logs }) => logs.length > 0) ? bytesToHex(header.logsBloom) : null,
    transactions,
  }
}

const storedTransaction = (
  { hash, raw, sender }: WaitingTransaction,
  result: RunTxResult,
): StoredTransaction => ({
  hash,
  raw,
  from: sender.toString(),
  status: 'status' in result.receipt && result.receipt.status === 1 ? 1 : 0,
  gasUsed: Number(result.totalGasSpent),
  bloom: bytesToHex(result.bloom.bitvector),
  contractAddress: result.createdAddress?.toString() ?? null,
  logs: result.receipt.logs.map(([address, topics, data]) => ({
    address: bytesToHex(address),
    topics: topics.map((topic) => bytesToHex(topic)),
    data: bytesToHex(data),
  })),
})

/** The first block; the state below it already exists. */
export const firstBlock = (common: Common, at: { stateRoot: Uint8Array; seconds: number }): StoredBlock =>
  storedBlock(
    createBlock(
      {
        header: {
          number: 0,
          stateRoot: at.stateRoot,
          timestamp: at.seconds,
          baseFeePerGas: firstBaseFee,
          gasLimit: blockGasLimit,
        },
      },
      { common },
    ),
    [],
  )

export const accountIn = async (vm: VM, address: Address): Promise<Account> =>
  (await vm.stateManager.getAccount(address)) ?? createAccount({})

/**
 * Makes the next block from waiting transactions, in the order of arrival. The same input has the same
 * hash.
 */
export const createMaker = (deps: { vm: VM; common: Common; archive: Archive; pool: Pool }) => {
  const { vm, common, archive, pool } = deps

  const isReady = async ({ tx, sender }: WaitingTransaction, builder: BlockBuilder, baseFee: bigint) => {
    const { nonce, balance } = await accountIn(vm, sender)
    return (
      tx.nonce === nonce &&
      feeCap(tx) >= baseFee &&
      tx.gasLimit <= blockGasLimit - builder.gasUsed &&
      balance >= tx.gasLimit * feeCap(tx) + tx.value
    )
  }
  const fill = async (builder: BlockBuilder, baseFee: bigint): Promise<StoredTransaction[]> => {
    const included: StoredTransaction[] = []
    for (let before = -1; before < included.length;) {
      before = included.length
      for (const waiting of pool.all()) {
        if (!(await isReady(waiting, builder, baseFee))) continue
        pool.drop(waiting.hash)
        included.push(storedTransaction(waiting, await builder.addTransaction(waiting.tx)))
      }
    }
    return included
  }
  /** Transactions that became impossible because another one used their nonce. */
  const dropOutdated = async () => {
    for (const { hash, tx, sender } of pool.all()) {
      if (tx.nonce < (await accountIn(vm, sender)).nonce) pool.drop(hash)
    }
  }
  return async (seconds: number): Promise<void> => {
    const head = archive.head()
    if (seconds < head.timestamp) throw new RpcError(-32_602, `block ${head.number} is later than ${seconds}`)
    const parentBlock = blockOf(head, common)
    const builder = await buildBlock(vm, {
      parentBlock,
      headerData: { timestamp: seconds, gasLimit: blockGasLimit },
      blockOpts: { putBlockIntoBlockchain: false },
    })
    const included = await fill(builder, parentBlock.header.calcNextBaseFee())
    const { block } = await builder.build()
    archive.add(storedBlock(block, included))
    await dropOutdated()
  }
}
