import {
  childrenOf,
  inSnakeCase,
  isNode,
  lastNameOf,
  parse,
  sqlTextOf,
  tablesOfCall,
  textOf,
  type Node,
  type Source,
} from './syntax-tree.ts'

/**
 * A table is named only by the module whose migration made it (architecture §3); other modules call its
 * functions. These functions find the tables that a file of the server names: in built queries, in SQL text
 * and in plans.
 */

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

const tableList =
  /\b(?:from|join|into|update|using)\s+(?:only\s+)?((?:"?\w+"?(?:\s+(?:as\s+)?\w+)?\s*,\s*)*"?\w+"?)/gi
const namesInSql = (text: string): string[] =>
  [...text.matchAll(tableList)].flatMap(([, list = '']) =>
    list.split(',').map((each) => each.trim().split(/\s/)[0]?.replaceAll('"', '') ?? ''),
  )

const firstWord = (name: string): string => inSnakeCase(name.split(/\s/)[0] ?? '')

const namesInNode = (node: Node): string[] => {
  if (node.type === 'CallExpression') return tablesOfCall(node).map(firstWord)
  if (node.type === 'KeyValueProperty') {
    const name = lastNameOf(node['key']) === 'table' ? textOf(node['value']) : null
    return name === null ? [] : [firstWord(name)]
  }
  const text = sqlTextOf(node)
  return text === null ? [] : namesInSql(text)
}

const namesIn = (value: unknown): string[] => [
  ...(isNode(value) ? namesInNode(value) : []),
  ...childrenOf(value).flatMap(namesIn),
]

/** Each file that names a table of another module: `server/src/loads/loads.sql.ts: job of kernel`. */
export const foreignTables = (sources: readonly Source[], owners: TableOwners): string[] =>
  sources.flatMap(({ path, text }) => {
    const named = new Set(namesIn(parse(text)))
    return [...named].flatMap((table) => {
      const owner = owners.get(table)
      return owner === undefined || owner === moduleOf(path) ? [] : [`${path}: ${table} of ${owner}`]
    })
  })
