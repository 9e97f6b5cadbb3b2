import { blockAnswer, decoded, hex, receiptAnswer, transactionAnswer } from './node-answers.ts'
import type { KeptBlock, Place } from './node-archive.ts'
import type { NodeChain } from './node-chain.ts'
import { findLogs } from './node-logs.ts'
import { blockFrom, hashFrom, numberFrom, quantityFrom } from './rpc-params.ts'

export type Methods = Readonly<Record<string, (params: readonly unknown[]) => unknown>>

/** What is asked of blocks, of their transactions and of those that wait. */
export const blockMethods = ({ common, archive, pool }: NodeChain): Methods => {
  const byNumber = (tag: unknown) => archive.byNumber(numberFrom(tag, archive))
  const byHash = (hash: unknown) => archive.byHash(hashFrom(hash))
  const answerOf = (block: KeptBlock | undefined, whole: unknown) =>
    block ? blockAnswer(block, whole === true, common) : null
  const transactionAt = (place: Place | undefined) => {
    const kept = place?.block.transactions[place.index]
    if (!place || !kept) return null
    return transactionAnswer({ hash: kept.hash, from: kept.from, tx: decoded(kept, common) }, place)
  }
  const indexed = (block: KeptBlock | undefined, index: unknown) =>
    transactionAt(block && { block, index: Number(quantityFrom(index, 0n)) })
  const countOf = (block: KeptBlock | undefined) => (block ? hex(block.transactions.length) : null)

  return {
    eth_blockNumber: () => hex(archive.head().number),
    eth_getBlockByNumber: ([tag, whole]) => answerOf(byNumber(tag), whole),
    eth_getBlockByHash: ([hash, whole]) => answerOf(byHash(hash), whole),
    eth_getBlockReceipts: ([tag]) => {
      const block = blockFrom(tag, archive)
      return block.transactions.map((_each, index) => receiptAnswer({ block, index }, common))
    },
    eth_getBlockTransactionCountByNumber: ([tag]) => countOf(byNumber(tag)),
    eth_getBlockTransactionCountByHash: ([hash]) => countOf(byHash(hash)),
    eth_getLogs: ([filter]) => findLogs(filter, archive),
    eth_getTransactionByBlockNumberAndIndex: ([tag, index]) => indexed(byNumber(tag), index),
    eth_getTransactionByBlockHashAndIndex: ([hash, index]) => indexed(byHash(hash), index),
    eth_getTransactionByHash: ([hash]) => {
      const waiting = pool.get(hashFrom(hash))
      if (!waiting) return transactionAt(archive.placeOf(hashFrom(hash)))
      return transactionAnswer({ hash: waiting.hash, from: waiting.sender.toString(), tx: waiting.tx }, null)
    },
    eth_getRawTransactionByHash: ([hash]) => {
      const place = archive.placeOf(hashFrom(hash))
      return place?.block.transactions[place.index]?.raw ?? pool.get(hashFrom(hash))?.raw ?? null
    },
    eth_getTransactionReceipt: ([hash]) => {
      const place = archive.placeOf(hashFrom(hash))
      return place ? receiptAnswer(place, common) : null
    },
  }
}
