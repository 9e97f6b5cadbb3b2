import { enqueueAnew } from '../kernel/job-rows.sql.ts'
import type { Queries } from '../kernel/queries.ts'
import { startCreditJob } from './load-credit-plans.ts'

const mostListed = 1000

/** Loads whose credit the issuer refused for good, and why the last time. */
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

/** Tries the credit of a load once more. False: there is none of that reference whose credit failed. */
export const enqueueRetry = async (sql: Queries, of: { jobId: string; ref: string }): Promise<boolean> => {
  const failed = sql.selectFrom('load').select(['id', 'part']).where('ref', '=', of.ref)
  const load = await failed.where('status', '=', 'credit_failed').executeTakeFirst()
  if (!load) return false
  // The same job that an immediate load has: it takes float and begins the next try.
  await enqueueAnew(sql, { id: of.jobId, ...startCreditJob(load) })
  return true
}
