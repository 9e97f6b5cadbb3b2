import type { Queries } from '../kernel/queries.ts'

/** A load whose credit the issuer refused for good, and why the last time. */
type FailedLoad = { readonly ref: string; readonly tries: number; readonly refusal: string | null }

const failed = `select l.ref, l.part as tries, m.refusal from load l
  left join issuer_transfer m on m.load_id = l.id and m.part = l.part
  where l.status = 'credit_failed' order by l.accepted_at, l.id limit 1000`
// The same job that an immediate load has: it takes float and begins the next try under the same reference.
const retry = `insert into job (id, name, key, payload, due_at)
  select $1, 'loads.begin_credit', 'loads.begin_credit:' || id || ':part:' || part + 1,
    jsonb_build_object('loadId', id), timestamptz 'epoch'
  from load where ref = $2 and status = 'credit_failed' on conflict (key) do update set dead = false, attempts = 0`

export const listFailedLoads = (sql: Queries): Promise<FailedLoad[]> => sql.rows<FailedLoad>(failed)

/** Tries the credit of a load once more. False: there is none of that reference whose credit failed. */
export const enqueueRetry = async (sql: Queries, of: { jobId: string; ref: string }): Promise<boolean> => {
  const made = await sql.run(retry, [of.jobId, of.ref])
  if (made > 0) await sql.run(`select pg_notify('job', '')`)
  return made > 0
}
