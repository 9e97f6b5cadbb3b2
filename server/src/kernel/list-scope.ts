import type { ListEndpoint } from '@cardamom/contract/list'
import { sql as fragment, type Expression, type SqlBool } from 'kysely'
import type { RowsRequest } from './list-cursor.ts'
import type { ListReader, Source } from './list-source.ts'
import { slot } from './select-once.ts'

/** The value that the scope's column is compared with; null: the reader sees all rows. */
export const scopeValueOf = <L extends ListEndpoint>(
  scope: Source<L, never>['scope'],
  me: ListReader['me'],
) => {
  if ('owner' in scope) return me.userId
  if ('shared' in scope || me.scope.kind === 'all') return null
  if (me.scope.kind === 'own') return [me.scope.companyId]
  return me.scope.allButHidden?.own ?? me.scope.companyIds
}

type ScopeValue = ReturnType<typeof scopeValueOf>
/**
 * How the rows of the scope are found. `merged`: the first rows of each company are read by its index, in the list's
 * order, and merged; the planner does not read the ids, which needs longer than the page. `hashed`: the rows are read in
 * their order, and each company is looked up.
 */
type ScopeWay = 'one' | 'usual' | 'large' | 'merged' | 'hashed'
/** With more companies a statement is planned for its values: their number decides which index is best. */
const mostPlannedOnce = 200
/** With more companies the rows are read in their order, and each company is looked up in a hash of the scope. */
const mostByIndex = 1000
const sizeOf = (value: ScopeValue): Exclude<ScopeWay, 'merged'> => {
  if (typeof value === 'string') return 'one'
  if (value === null || value.length <= mostPlannedOnce) return 'usual'
  return value.length <= mostByIndex ? 'large' : 'hashed'
}

/** How the rows of a request are found. A search for certain rows needs no index of the companies. */
export const wayOf = <L extends ListEndpoint, Row>(
  source: Source<L, Row>,
  request: RowsRequest,
  { value, isFound }: { value: ScopeValue; isFound: boolean },
): ScopeWay => {
  const size = sizeOf(value)
  if (isFound) return size === 'large' ? 'hashed' : size
  const { scope, id, isInMonths = false } = source
  // A company is at most one row of the list of companies.
  const hasIndex = 'companies' in scope && scope.companies !== id && !isInMonths
  const isSearched = request.q !== undefined || request.id !== undefined
  const several = Array.isArray(value) && value.length > 1 && size !== 'hashed'
  return several && hasIndex && !isSearched ? 'merged' : size
}

/** The policy compares the companies too, but no index serves a policy (architecture §4). */
export const inScope = <L extends ListEndpoint>(
  scope: Source<L, never>['scope'],
  way: ScopeWay,
): Expression<SqlBool> => {
  if ('shared' in scope) return fragment<SqlBool>`true`
  if ('owner' in scope) return fragment<SqlBool>`${fragment.ref(scope.owner)} = ${slot('scope')}`
  const companyId = fragment.ref(scope.companies)
  // All companies but the hidden ones, and the reader's own.
  if (way === 'one')
    return fragment<SqlBool>`(${companyId} = ${slot('scope')} or ${companyId} is not null and ${companyId} not in (select hidden_companies()))`
  // Without the `or` the planner makes it a join, which loses the order of the rows.
  if (way === 'hashed')
    return fragment<SqlBool>`(${companyId} in (select unnest(${slot('scope')}::uuid[])) or false)`
  return way === 'merged'
    ? fragment<SqlBool>`${companyId} = any(array(select unnest(${slot('scope')}::uuid[])))`
    : fragment<SqlBool>`${companyId} = any(${slot('scope')})`
}
