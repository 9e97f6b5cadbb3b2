import { after, type Clock } from '../kernel/clock.ts'
import type { Ids } from '../kernel/ids.ts'
import type { JobHandler } from '../kernel/jobs.ts'
import type { Log } from '../kernel/log.ts'
import { readFreshRows } from './card-standing.ts'
import { insertStrayRows } from './credit-history.sql.ts'
import { isCardReserved, findTransfer, originOf } from './issuer-transfers.sql.ts'
import type { TellOfCredit } from './load-credit-news.ts'
import { watchJob } from './load-credit-plans.ts'
import type { LoadsNeeds } from './load-needs.ts'

const minuteMs = 60_000
/**
 * Checks the card for a time after a credit with several attempts; later the hourly balance checks are
 * enough.
 */
const checksAfterMs = [10 * minuteMs, 60 * minuteMs, 6 * 60 * minuteMs, 24 * 60 * minuteMs]

/**
 * An attempt that was treated as absent may take effect after a delay. Its row is then unexplained: it raises
 * an alarm, and no other credit of that card is made before two people have decided.
 */
export const createCreditWatch =
  (deps: {
    ids: Ids
    clock: Clock
    log: Log
    needs: Pick<LoadsNeeds, 'issuer'>
    tell: TellOfCredit<null>
    /** Under which this handler is registered. */
    jobName?: string
  }): JobHandler =>
  async ({ payload }, work) => {
    const { ids, clock, log, needs } = deps
    const check = Number(payload['check'])
    const known = await work.read(async (sql) => {
      const transfer = await findTransfer(sql, String(payload['issuerTransferId']))
      return transfer && { transfer, isReserved: await isCardReserved(sql, transfer.issuerCardId) }
    })
    if (!known) return
    const { transfer, isReserved } = known
    const { issuerCardId } = transfer
    // The operation that has the card now explains the rows itself.
    const read = isReserved ? null : await readFreshRows(needs.issuer, work, issuerCardId)
    if (read && read.outcome !== 'ok') return { againAt: after(clock.now(), minuteMs) }
    const fresh = read?.value ?? []
    const nextMs = checksAfterMs[check + 1]
    await work.write(async (tx) => {
      const { sql, enqueue } = tx
      const at = clock.now()
      if (fresh.length > 0 && !(await isCardReserved(sql, issuerCardId))) {
        await insertStrayRows(sql, { ids, transfer, at }, fresh)
        await deps.tell(tx, transfer, null)
        log.error('The issuer shows an unexplained credit', null, { entityId: originOf(transfer) })
      }
      if (nextMs === undefined) return
      const dueAt = after(at, nextMs - (checksAfterMs[check] ?? 0))
      const next = watchJob(transfer.id, { check: check + 1, dueAt })
      enqueue({ ...next, name: deps.jobName ?? next.name })
    })
  }
