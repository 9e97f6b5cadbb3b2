import { accepted, refused, type Answer } from '../kernel/answer.ts'
import { readTransfers } from './chain-transfers.sql.ts'
import type { SqlReader } from './current-rates.ts'
import type { LoadsNeeds } from './load-needs.ts'
import type { FindPayment } from './load-page.ts'

type SearchResult = { readonly found: 'here' | 'elsewhere' | 'waiting' | 'nowhere' }

/** Where a transaction went that a payer says they sent for a payment: of a load or of a deposit. */
export const findClaimed = async (
  read: SqlReader,
  of: { readonly find: FindPayment; readonly txHash: string; readonly rail: LoadsNeeds['rail'] },
): Promise<Answer<SearchResult, 'record_not_found'>> => {
  const payment = await read(async (sql) => {
    const load = await of.find(sql)
    return load && { address: load.address, transfers: await readTransfers(sql, load.id) }
  })
  if (!payment) return refused('record_not_found')
  const hash = of.txHash.toLowerCase()
  const isHere = payment.transfers.some((row) => row.txHash.toLowerCase() === hash)
  return accepted({ found: isHere ? 'here' : await of.rail.findTransaction(hash, payment.address) })
}
