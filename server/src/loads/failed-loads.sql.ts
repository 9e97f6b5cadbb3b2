import { enqueueAnew } from '../kernel/job-rows.sql.ts'
import type { Queries } from '../kernel/queries.ts'
import { startCreditJob } from './load-credit-plans.ts'

const mostListed = 1000

/** Loads whose credit the issuer finally refused, with the last reason. */
export const listFailedLoads = (sql: Queries) =>
  sql
    .selectFrom('load')
    .leftJoin('issuerTransfer as transfer', (on) =>
      on.onRef('transfer.loadId', '=', 'load.id').onRef('transfer.part', '=', 'load.part'),
    )
    .select(['load.ref', 'load.part as tries', 'transfer.refusal'])
    .where('load.status', '=', 'credit_failed')
    .orderBy('load.acceptedAt')
    .orderBy('load.id')
    .limit(mostListed)
    .execute()

/** Retries the credit of a load. False: no failed credit has this reference. */
export const enqueueRetry = async (sql: Queries, of: { jobId: string; ref: string }): Promise<boolean> => {
  const failed = sql.selectFrom('load').select(['id', 'part']).where('ref', '=', of.ref)
  const load = await failed.where('status', '=', 'credit_failed').executeTakeFirst()
  if (!load) return false
  // The job of an immediate load: it reserves float and starts the next attempt.
  await enqueueAnew(sql, { id: of.jobId, ...startCreditJob(load) })
  return true
}
