import type { ApprovalFacts } from '../kernel/mount-context.ts'
import type { SessionPrincipal } from '../kernel/principal.ts'
import type { Queries } from '../kernel/queries.ts'
import type { LoadRecord } from './load-record.ts'
import { readLoadInScope } from './loads.sql.ts'

type Deciders = { readonly me: SessionPrincipal; readonly approval: ApprovalFacts | null }

/** A call of administrators about one load. */
export type LoadCall = {
  readonly sql: Queries
  readonly me: SessionPrincipal
  readonly params: { readonly id: string }
}

export const findCompanyLoad = ({ sql, me, params }: LoadCall): Promise<LoadRecord | null> =>
  readLoadInScope(sql, { id: params.id, scope: me.scope })

/** Neither the one who requests it nor the one who approves it, if two are needed, decides about their own money. */
export const isOwnLoad = ({ userId }: { userId: string }, { me, approval }: Deciders): boolean =>
  [me.userId, approval?.checkerId].includes(userId)

export const getCompanyLoadOf = async (call: LoadCall): Promise<LoadRecord> => {
  const load = await findCompanyLoad(call)
  if (!load) throw new Error('A request is about a load that exists')
  return load
}
