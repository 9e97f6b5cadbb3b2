import { parseSync } from '@swc/core'

/**
 * A table is named only by the module whose migration made it (architecture §3); other modules call its functions. These
 * functions find the tables that a file of the server names: in queries that are built, in SQL text and in plans.
 */
export type Source = { readonly path: string; readonly text: string }

/** Module of each table, by its name in SQL. */
export type TableOwners = ReadonlyMap<string, string>

const moduleOf = (path: string): string => /^server\/src\/([^/]+)\//.exec(path)?.[1] ?? ''

export const readOwners = (migrations: readonly Source[]): TableOwners =>
  new Map(
    migrations.flatMap(({ path, text }) =>
      [...text.matchAll(/^\s*(?:create table (?:if not exists )?|alter table \w+ rename to )(\w+)/gim)].map(
        ([, table = '']) => [table, moduleOf(path)] as const,
      ),
    ),
  )

const writers = 'insertInto updateTable deleteFrom mergeInto using'
const readers = 'selectFrom from table innerJoin leftJoin rightJoin fullJoin crossJoin'
const laterals = 'innerJoinLateral leftJoinLateral crossJoinLateral'
const builders: ReadonlySet<string> = new Set(`${writers} ${readers} ${laterals}`.split(' '))

const inSnakeCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const tableList =
  /\b(?:from|join|into|update|using)\s+(?:only\s+)?((?:"?\w+"?(?:\s+(?:as\s+)?\w+)?\s*,\s*)*"?\w+"?)/gi
const namesInSql = (text: string): string[] =>
  [...text.matchAll(tableList)].flatMap(([, list = '']) =>
    list.split(',').map((each) => each.trim().split(/\s/)[0]?.replaceAll('"', '') ?? ''),
  )

type Node = { readonly type: string } & Readonly<Record<string, unknown>>
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'

const textOf = (node: unknown): string | null =>
  isNode(node) && node.type === 'StringLiteral' ? String(node['value']) : null

/** `'appUser as owner'` or a list of such names. */
const namesInArgument = (argument: unknown): string[] => {
  if (isNode(argument) && argument.type === 'ArrayExpression')
    return (argument['elements'] as ({ expression: unknown } | null)[]).flatMap((element) =>
      namesInArgument(element?.expression),
    )
  const name = textOf(argument)?.trim().split(/\s/)[0]
  return name === undefined ? [] : [inSnakeCase(name)]
}

const calledName = (callee: unknown): string | null => {
  if (!isNode(callee)) return null
  if (callee.type === 'Identifier') return String(callee['value'])
  return callee.type === 'MemberExpression' ? calledName(callee['property']) : null
}

const namesInNode = (node: Node): string[] => {
  switch (node.type) {
    case 'CallExpression': {
      const [first] = node['arguments'] as { expression: unknown }[]
      return builders.has(calledName(node['callee']) ?? '') ? namesInArgument(first?.expression) : []
    }
    case 'KeyValueProperty':
      return calledName(node['key']) === 'table' ? namesInArgument(node['value']) : []
    case 'StringLiteral':
      return namesInSql(String(node['value']))
    case 'TemplateLiteral':
      return namesInSql((node['quasis'] as { raw: string }[]).map(({ raw }) => raw).join('?'))
    default:
      return []
  }
}

const childrenOf = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : typeof value === 'object' && value !== null ? Object.values(value) : []

const namesIn = (value: unknown): string[] => [
  ...(isNode(value) ? namesInNode(value) : []),
  ...childrenOf(value).flatMap(namesIn),
]

/** Each file that names a table of another module: `server/src/loads/loads.sql.ts: job of kernel`. */
export const foreignTables = (sources: readonly Source[], owners: TableOwners): string[] =>
  sources.flatMap(({ path, text }) => {
    const named = new Set(namesIn(parseSync(text, { syntax: 'typescript' })))
    return [...named].flatMap((table) => {
      const owner = owners.get(table)
      return owner === undefined || owner === moduleOf(path) ? [] : [`${path}: ${table} of ${owner}`]
    })
  })
