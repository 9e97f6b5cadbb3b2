import {
  argumentsOf,
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

/*
 * Finds every query of the server that compares the company of a table's rows: in built queries, in the
 * scopes and filters of declared lists, and in SQL text. Such a table needs an index that starts with the
 * company.
 */

/** A comparison of the column `company_id`. */
export type CompanyQuery = {
  readonly path: string
  /** Name in SQL; null where the source does not show it. */
  readonly table: string | null
  /** Whether the query compares the person or the id too, so that another index finds its rows. */
  readonly isNarrower: boolean
}

/** Tables of a query: the name of each by its alias. */
type Tables = ReadonlyMap<string, string>
/**
 * The results of functions and constants, by their names; the file's own come before those of other files.
 */
type Answers = Pick<ReadonlyMap<string, readonly Node[]>, 'get'>
type Rows = { readonly tables: Tables; readonly isNarrower: boolean }
type Context = {
  readonly path: string
  readonly tenantTables: ReadonlySet<string>
  /** Read only at a comparison: following every chain to its tables takes a hundred times longer. */
  readonly rows: () => Rows
  readonly answers: Answers
}
const noRows = (): Rows => ({ tables: new Map(), isNarrower: false })

const aliasOf = (written: string): [string, string] => {
  const [name = '', , alias = name] = written.split(/\s+/)
  return [alias, inSnakeCase(name)]
}

/** The calls of a chain such as `sql.selectFrom('card').where(…)`, last first, and where the chain starts. */
const chainOf = (call: Node): { calls: Node[]; root: unknown } => {
  const calls: Node[] = []
  let at: unknown = call
  while (isNode(at)) {
    if (at.type === 'CallExpression') {
      calls.push(at)
      at = at['callee']
    } else if (at.type === 'MemberExpression') at = at['object']
    else break
  }
  return { calls, root: at }
}

const starters = new Set(['selectFrom', 'updateTable', 'deleteFrom', 'mergeInto'])

/** Tables of a chain, and of the function or constant that it continues. */
const tablesOfChain = (call: Node, answers: Answers, seen: Set<string>): [string, string][] => {
  const { calls, root } = chainOf(call)
  const own = calls.flatMap(tablesOfCall).map(aliasOf)
  const name = lastNameOf(root) ?? ''
  const isWhole = calls.some((each) => starters.has(lastNameOf(each['callee']) ?? ''))
  if (isWhole || seen.has(name)) return own
  seen.add(name)
  return [...(answers.get(name) ?? []).flatMap((each) => tablesOfChain(each, answers, seen)), ...own]
}

const persons = /(^|\.)(id|userId|ownerId|actorId)$/
/**
 * Whether a chain itself compares the id or the person. A comparison within an `or` does not narrow the rows.
 */
const narrows = (call: Node): boolean => {
  const [column, operator] = argumentsOf(call).map(textOf)
  return lastNameOf(call['callee']) === 'where' && operator === '=' && persons.test(column ?? '')
}

/**
 * The context within a chain. A chain on a parameter, such as `(query) => query.where(…)`, has the outer one.
 */
const within = (call: Node, outer: Context): Context => ({
  ...outer,
  rows: () => {
    const tables = new Map(tablesOfChain(call, outer.answers, new Set()))
    return tables.size === 0 ? outer.rows() : { tables, isNarrower: chainOf(call).calls.some(narrows) }
  },
})

const comparing = new Set(['where', 'whereRef', 'having', 'eb', 'on', 'onRef', 'ref'])
const joins = /Join(Lateral)?$/
/** Columns that a call compares. A join on `company.id` goes from a row to its company. */
const comparedIn = (call: Node): string[] => {
  const name = lastNameOf(call['callee']) ?? ''
  const texts = argumentsOf(call).flatMap((argument) => textOf(argument) ?? [])
  const columns = texts.filter((text) => /(^|\.)companyId$/.test(text))
  if (comparing.has(name)) return columns
  return joins.test(name) && !texts.includes('company.id') ? columns : []
}

const found = (column: string, { path, tenantTables, rows }: Context): CompanyQuery[] => {
  const { tables, isNarrower } = rows()
  const [alias] = column.includes('.') ? column.split('.') : [null]
  if (alias !== null) {
    const table = tables.get(alias as string) ?? inSnakeCase(alias as string)
    return [{ path, table: tenantTables.has(table) ? table : null, isNarrower }]
  }
  const possible = [...new Set(tables.values())].filter((table) => tenantTables.has(table))
  return possible.length === 0
    ? [{ path, table: null, isNarrower }]
    : possible.map((table) => ({ path, table, isNarrower }))
}

const compared = /(?:\b(\w+)\.)?\bcompany_id\s*(?:=|in\b|is not distinct)/gi
const sources = /\b(?:from|join|update)\s+(?:only\s+)?"?(\w+)"?(?:\s+(?:as\s+)?(\w+))?/gi
/** Comparisons in SQL text: of a query or of a function of the database. */
export const companyQueriesOfSql = (
  { path, text }: Source,
  tenantTables: ReadonlySet<string>,
): CompanyQuery[] => {
  const tables = new Map(
    [...text.matchAll(sources)].flatMap(([, table = '', alias = table]) => [
      [table, table] as const,
      [alias, table] as const,
    ]),
  )
  return [...text.matchAll(compared)]
    .filter(({ index }) => !/\bset\s+$/i.test(text.slice(0, index)))
    .flatMap(([, alias]) =>
      found(alias === undefined ? 'companyId' : `${alias}.companyId`, {
        path,
        tenantTables,
        rows: () => ({ tables, isNarrower: false }),
        answers: new Map(),
      }),
    )
}

const queriesOfChain = (call: Node, outer: Context): CompanyQuery[] => {
  const { calls, root } = chainOf(call)
  const inner = within(call, outer)
  return [
    ...calls.flatMap((each) => [
      ...comparedIn(each).flatMap((column) => found(column, inner)),
      ...queriesIn(each['arguments'], inner),
    ]),
    ...queriesIn(root, outer),
  ]
}

/** The column of a declared list whose scope is the companies of its table, or none. */
const columnOfList = (value: Node): string[] => {
  const properties = value.type === 'ObjectExpression' ? childrenOf(value['properties']) : []
  const named = new Map(
    properties.flatMap((each) =>
      isNode(each) ? [[lastNameOf(each['key']) ?? '', textOf(each['value'])] as const] : [],
    ),
  )
  const table = named.get('table') ?? null
  return named.get('scope') === 'companies' && table !== null ? [`${table}.companyId`] : []
}

const queriesIn = (value: unknown, context: Context): CompanyQuery[] => {
  if (!isNode(value)) return childrenOf(value).flatMap((child) => queriesIn(child, context))
  if (value.type === 'CallExpression') return queriesOfChain(value, context)
  const { path, tenantTables } = context
  const sql = sqlTextOf(value)
  const ofList = value.type === 'KeyValueProperty' ? (textOf(value['value']) ?? '') : ''
  return [
    ...(/^\w+\.companyId$/.test(ofList) ? found(ofList, context) : []),
    ...columnOfList(value).flatMap((column) => found(column, context)),
    ...(sql === null ? [] : companyQueriesOfSql({ path, text: sql }, tenantTables)),
    ...childrenOf(value).flatMap((child) => queriesIn(child, context)),
  ]
}

/** The calls whose value a declaration contains or returns. */
const answersOf = (value: unknown): Node[] => {
  if (!isNode(value)) return childrenOf(value).flatMap(answersOf)
  switch (value.type) {
    case 'CallExpression':
      return [value]
    case 'VariableDeclarator':
      return answersOf(value['init'])
    case 'ReturnStatement':
    case 'AwaitExpression':
      return answersOf(value['argument'])
    case 'ParenthesisExpression':
      return answersOf(value['expression'])
    case 'ConditionalExpression':
      return [value['consequent'], value['alternate']].flatMap(answersOf)
    case 'FunctionDeclaration':
    case 'ArrowFunctionExpression':
      return answersOf(value['body'])
    default:
      return value.type.endsWith('Statement') || value.type.endsWith('Body')
        ? Object.values(value).flatMap(answersOf)
        : []
  }
}

const declarationsIn = (value: unknown): [string, Node[]][] => {
  const below = childrenOf(value).flatMap(declarationsIn)
  if (!isNode(value)) return below
  const name = lastNameOf(value.type === 'FunctionDeclaration' ? value['identifier'] : value['id'])
  const isDeclared = value.type === 'FunctionDeclaration' || value.type === 'VariableDeclarator'
  return isDeclared && name !== null ? [[name, answersOf(value)], ...below] : below
}
const byName = (declared: readonly [string, Node[]][]): Map<string, Node[]> =>
  new Map(
    [...Map.groupBy(declared, ([name]) => name)].map(([name, each]) => [name, each.flatMap(([, of]) => of)]),
  )

/** Every comparison of a company's column in files of the server. */
export const companyQueries = (
  files: readonly Source[],
  tenantTables: ReadonlySet<string>,
): CompanyQuery[] => {
  const trees = files.map(({ path, text }) => {
    const tree = parse(text)
    return { path, tree, own: declarationsIn(tree) }
  })
  const everywhere = byName(trees.flatMap(({ own }) => own))
  return trees.flatMap(({ path, tree, own }) => {
    const ownByName = byName(own)
    const answers: Answers = { get: (name) => ownByName.get(name) ?? everywhere.get(name) }
    return queriesIn(tree, { path, tenantTables, rows: noRows, answers })
  })
}
