import { blockAnswer, decoded, hex, receiptAnswer, transactionAnswer } from './node-answers.ts'
import type { StoredBlock, Position } from './node-archive.ts'
import type { NodeChain } from './node-chain.ts'
import { findLogs } from './node-logs.ts'
import { hashFrom, numberFrom } from './rpc-params.ts'

export type Methods = Readonly<Record<string, (params: readonly unknown[]) => unknown>>

/** JSON-RPC methods about blocks, their transactions and waiting ones. */
export const blockMethods = ({ common, archive, pool }: NodeChain): Methods => {
  const byNumber = (tag: unknown) => archive.byNumber(numberFrom(tag, archive))
  const byHash = (hash: unknown) => archive.byHash(hashFrom(hash))
  const answerOf = (block: StoredBlock | undefined, whole: unknown) =>
    block ? blockAnswer(block, whole === true, common) : null
  const transactionAt = (position: Position | undefined) => {
    const stored = position?.block.transactions[position.index]
    if (!position || !stored) return null
    return transactionAnswer({ hash: stored.hash, from: stored.from, tx: decoded(stored, common) }, position)
  }

  return {
    eth_blockNumber: () => hex(archive.head().number),
    eth_getBlockByNumber: ([tag, whole]) => answerOf(byNumber(tag), whole),
    eth_getBlockByHash: ([hash, whole]) => answerOf(byHash(hash), whole),
    eth_getLogs: ([filter]) => findLogs(filter, archive),
    eth_getTransactionByHash: ([hash]) => {
      const waiting = pool.get(hashFrom(hash))
      if (!waiting) return transactionAt(archive.positionOf(hashFrom(hash)))
      return transactionAnswer({ hash: waiting.hash, from: waiting.sender.toString(), tx: waiting.tx }, null)
    },
    eth_getRawTransactionByHash: ([hash]) => {
      const position = archive.positionOf(hashFrom(hash))
      return position?.block.transactions[position.index]?.raw ?? pool.get(hashFrom(hash))?.raw ?? null
    },
    eth_getTransactionReceipt: ([hash]) => {
      const position = archive.positionOf(hashFrom(hash))
      return position ? receiptAnswer(position, common) : null
    },
  }
}
