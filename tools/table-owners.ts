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
 * A table is named only by the module whose migration made it (architecture §4); other modules call its
 * functions. These functions find the tables that a file of the server names: in built queries, in SQL text,
 * in plans and in migrations.
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

/** What a migration changes besides rows. A foreign key may refer to a table of another module. */
const definitions =
  /\b(?:(?:alter|drop|truncate) table|index\s+\w+\s+on|(?:insert|update|delete|truncate)\s+on)\s+(?:if exists\s+)?(?:only\s+)?"?(\w+)/gi
const namesInMigration = (text: string): string[] => {
  const statements = text.replaceAll(/--.*$/gm, '')
  const defined = [...statements.matchAll(definitions)].map(([, name = '']) => name)
  return [...namesInSql(statements), ...defined]
}

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
    const named = new Set(path.endsWith('.sql') ? namesInMigration(text) : namesIn(parse(text)))
    return [...named].flatMap((table) => {
      const owner = owners.get(table)
      return owner === undefined || owner === moduleOf(path) ? [] : [`${path}: ${table} of ${owner}`]
    })
  })

/** The migrations that may name a table of another module: `access/0416 company`, or `* plan_table` for all. */
export const readExceptions = (page: string): ReadonlySet<string> => {
  const codes = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)
  const rows = [...page.matchAll(/^\| (every module|`\w+\/\d{4}`[^|]*) \| ([^|]+) \|/gm)]
  return new Set(
    rows.flatMap(([, of = '', tables = '']) =>
      (of === 'every module' ? ['*'] : codes(of)).flatMap((each) =>
        codes(tables).map((table) => `${each} ${table}`),
      ),
    ),
  )
}

/** Each migration that names a table of another module and is no exception, and exceptions that are not used. */
export const foreignTablesOfMigrations = (
  migrations: readonly Source[],
  owners: TableOwners,
  exceptions: ReadonlySet<string>,
): string[] => {
  const used = new Set<string>()
  const foreign = foreignTables(migrations, owners).filter((line) => {
    const [, module = '', number = '', table = ''] =
      /^server\/src\/(\w+)\/migrations\/(\d{4}).*: (\w+) of /.exec(line) ?? []
    const allowed = [`${module}/${number} ${table}`, `* ${table}`].filter((each) => exceptions.has(each))
    for (const each of allowed) used.add(each)
    return allowed.length === 0
  })
  return [...foreign, ...[...exceptions].filter((each) => !used.has(each)).map((each) => `unused: ${each}`)]
}
