import {
  argumentsOf,
  childrenOf,
  isNode,
  lastNameOf,
  parse,
  sqlTextOf,
  textOf,
  type Node,
  type Source,
} from './syntax-tree.ts'

/**
 * Only the functions of `server/src/kernel/states.ts` change a status (architecture §5). These functions find
 * other changes: in built queries, in SQL text, and in guarded updates that a cast makes.
 */

const nodesOf = (value: unknown): Node[] => [
  ...(isNode(value) ? [value] : []),
  ...childrenOf(value).flatMap(nodesOf),
]

const nameOfProperty = (property: Node): string | null => {
  if (property.type === 'Identifier') return lastNameOf(property)
  return property.type === 'KeyValueProperty'
    ? (textOf(property['key']) ?? lastNameOf(property['key']))
    : null
}

/** A second column of states of one table, by the names of the code. */
type StateColumn = { readonly table: string; readonly column: string }

const setsColumn = (value: unknown, column: string): boolean =>
  nodesOf(value).some(
    (node) =>
      node.type === 'ObjectExpression' &&
      (node['properties'] as Node[]).some((property) => nameOfProperty(property) === column),
  )

/** What a name of the file stands for. */
type Constants = ReadonlyMap<string | null, readonly unknown[]>

const constantsOf = (nodes: readonly Node[]): Constants =>
  Map.groupBy(
    nodes.filter(({ type }) => type === 'VariableDeclarator').map(({ id, init }) => [lastNameOf(id), init]),
    ([name]) => name as string | null,
  )

/** `.set({ status })`, `.set(() => ({ status }))`, `.set('status', …)`, or `.set(change)` with such a constant. */
const setsStatus = (call: Node, constants: Constants, column = 'status'): boolean => {
  if (!['set', 'doUpdateSet'].includes(lastNameOf(call['callee']) ?? '')) return false
  const [change] = argumentsOf(call)
  if (textOf(change) === column) return true
  const named = isNode(change) && change.type === 'Identifier' ? constants.get(lastNameOf(change)) : undefined
  return setsColumn(named ?? change, column)
}

/** The table of `updateTable('…')` in the calls that a call follows. */
const tableOf = (call: Node): string | null => {
  const update = nodesOf(call['callee']).find(
    (node) => node.type === 'CallExpression' && lastNameOf(node['callee']) === 'updateTable',
  )
  return (update && textOf(argumentsOf(update)[0])) ?? null
}

/** The same of a second column of states, where the query names its table. */
const setsSecond = (call: Node, constants: Constants, columns: readonly StateColumn[]): boolean =>
  columns.some(({ table, column }) => tableOf(call) === table && setsStatus(call, constants, column))

const assignment = /\bset\b(?:(?!\bwhere\b)[\s\S])*?\bstatus"?\s*=/i
const setsStatusInText = (text: string): boolean =>
  [...text.matchAll(/\bupdate\b([\s\S]*?)(?:\bwhere\b|\breturning\b|;|$)/gi)].some(([update]) =>
    assignment.test(update),
  )

const isForged = (node: Node): boolean =>
  node.type === 'TsAsExpression' &&
  nodesOf(node['typeAnnotation']).some((type) => lastNameOf(type['typeName']) === 'GuardedUpdate')

const allowed = /^server\/src\/kernel\/(states|guarded-update)\.ts$/

/** Each file that changes a status by other means, with the means. */
export const statusWrites = (sources: readonly Source[], columns: readonly StateColumn[] = []): string[] =>
  sources.flatMap(({ path, text }) => {
    if (allowed.test(path)) return []
    const nodes = nodesOf(parse(text))
    const constants = constantsOf(nodes)
    return nodes.flatMap((node) => {
      const isCall = node.type === 'CallExpression'
      if (isCall && (setsStatus(node, constants) || setsSecond(node, constants, columns)))
        return [`${path}: set`]
      if (isForged(node)) return [`${path}: cast`]
      return setsStatusInText(sqlTextOf(node) ?? '') ? [`${path}: SQL`] : []
    })
  })
