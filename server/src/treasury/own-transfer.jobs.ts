import type { Clock } from '../kernel/clock.ts'
import type { Ids } from '../kernel/ids.ts'
import type { JobHandler } from '../kernel/jobs.ts'
import type { Queries } from '../kernel/queries.ts'
import { ledgerAssetOf } from '../loads/load-record.ts'
import {
  decideTransfer,
  readOwnTransfer,
  recordUnknown,
  type OwnAccount,
  type OwnTransferRow,
} from '../loads/own-transfers.sql.ts'
import { readSweptUnits } from '../loads/swept-units.sql.ts'
import { recordFindings } from './findings.sql.ts'
import { unitsTransferred } from './treasury-postings.ts'

/** Whether a transaction is one of our payouts, which book their own transfer. */
export type IsPayout = (sql: Queries, of: { network: string; txHash: string }) => Promise<boolean>

type Position = Pick<OwnTransferRow, 'txHash' | 'logIndex'>
/** The finding about a transfer that nobody ordered. A difference of R7 names an asset, never a transaction. */
export const unknownTransfer = ({ txHash, logIndex }: Position) => ({
  check: 'R7' as const,
  subject: `transfer ${txHash}:${logIndex}`,
})

/** Between which of our accounts a transfer is; null: a stranger is on one side. */
const isBetween = (row: OwnTransferRow): { from: OwnAccount; to: OwnAccount } | null =>
  row.fromAccount && row.toAccount ? { from: row.fromAccount, to: row.toAccount } : null

/** Coins that a venue receives from others, or pays to them, are no coins of ours: a conversion books what we buy. */
const isOfVenueAlone = ({ fromAccount, toAccount }: OwnTransferRow): boolean =>
  [fromAccount, toAccount].every((account) => account === null || account === 'venue')

/**
 * Decides about a final transfer: between our own addresses it is booked, one of our payouts is left to its own
 * postings, and everything else is an alarm and posts nothing.
 */
export const createOwnTransfers = (deps: { ids: Ids; clock: Clock; isPayout: IsPayout }): JobHandler => {
  const { ids, clock, isPayout } = deps
  return async ({ payload }, work) => {
    const id = String(payload['id'])
    const read = await work.read(async (sql) => {
      const row = await readOwnTransfer(sql, id)
      const isPaid = row?.fromAccount === 'payout' && (await isPayout(sql, row))
      return row && { row, isPaid, toBook: await readSweptUnits(sql, row) }
    })
    if (!read || read.row.outcome !== null || read.row.isGone) return
    const { row, isPaid, toBook } = read
    const now = clock.now()
    const between = isBetween(row)
    const isOutside = isOfVenueAlone(row)
    if (!between && !isPaid && !isOutside) {
      await work.write(async (tx) => {
        await recordUnknown(tx.sql, { id, at: now })
        const { sender, recipient, asset, units } = row
        const detail = `${units} units of ${asset} went from ${sender} to ${recipient}, and nobody ordered it`
        const found = { ...unknownTransfer(row), detail, companyId: null }
        await recordFindings(tx, [found], { ids, at: now, first: 'open' })
      })
      return
    }
    const asset = ledgerAssetOf({ asset: row.asset, network: row.network })
    // A payout books its own transfer. What it paid to an address of ours is booked nowhere, so R7 differs.
    const booked =
      between && !isPaid && between.from !== between.to && toBook.units > 0n
        ? [unitsTransferred({ ...row, ...toBook, ...between, asset, effectiveAt: now })]
        : []
    const decided = decideTransfer({
      id,
      outcome: isPaid ? 'payout' : 'transferred',
      at: now,
      booked: toBook,
    })
    const outcome = await work.apply({ journals: booked, updates: [decided] })
    // A payment that is swept in the block after it may not be booked yet: the job runs again.
    if (outcome.outcome !== 'posted' && outcome.outcome !== 'replayed')
      throw new Error(`An own transfer could not be booked: ${outcome.outcome}`)
  }
}
