import { RpcError } from '../json-rpc.ts'
import { logAnswer, logsBefore } from './node-answers.ts'
import type { Archive, StoredBlock, StoredLog } from './node-archive.ts'
import { blockFrom, numberFrom, objectFrom } from './rpc-params.ts'

const lower = (values: unknown): readonly string[] =>
  [values].flat().flatMap((each) => (typeof each === 'string' ? [each.toLowerCase()] : []))

/** A topic without a filter, or with one of several values, as in `eth_getLogs`. */
const fits = (log: StoredLog, addresses: readonly string[], topics: readonly unknown[]): boolean =>
  (addresses.length === 0 || addresses.includes(log.address)) &&
  topics.length <= log.topics.length &&
  topics.every((wanted, position) => wanted === null || lower(wanted).includes(log.topics[position]!))

const blocksOf = (filter: Readonly<Record<string, unknown>>, archive: Archive): readonly StoredBlock[] => {
  if (filter['blockHash'] !== undefined) return [blockFrom({ blockHash: filter['blockHash'] }, archive)]
  const from = numberFrom(filter['fromBlock'], archive)
  const to = numberFrom(filter['toBlock'], archive)
  if (from > to) throw new RpcError(-32_602, 'invalid block range: fromBlock is above toBlock')
  if (from > archive.head().number) throw new RpcError(-32_602, 'block range is beyond the head')
  return archive.all().slice(from, to + 1)
}

export const findLogs = (input: unknown, archive: Archive) => {
  const filter = objectFrom(input)
  const addresses = lower(filter['address'])
  const topics = Array.isArray(filter['topics']) ? (filter['topics'] as unknown[]) : []
  return blocksOf(filter, archive).flatMap((block) =>
    block.transactions.flatMap(({ logs }, index) => {
      const first = logsBefore({ block, index })
      return logs.flatMap((log, offset) =>
        fits(log, addresses, topics) ? [logAnswer(log, { block, index }, first + offset)] : [],
      )
    }),
  )
}
