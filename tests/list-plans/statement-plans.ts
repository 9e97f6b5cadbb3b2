import pg from 'pg'
import type { Scope } from '../../server/src/kernel/database.ts'
import { plannedEachTime, plannedInOrder, Queries, type SqlValue } from '../../server/src/kernel/queries.ts'
import { inOrderOfIndex } from '../../server/src/kernel/streamed-rows.ts'

/** Whose rows a list reads: those of some companies, or all. */
export type PlanScope = Exclude<Scope, { kind: 'own' }>
type Statement = { readonly text: string; readonly values: readonly SqlValue[] }
type PlanNode = {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Rows Removed by Filter'?: number
  readonly 'Actual Rows'?: number
  readonly 'Actual Loops'?: number
  readonly Plans?: readonly PlanNode[]
}

/** Steps of a plan that no list may have. */
export type PlanFault = { readonly fault: string; readonly statement: string }

/** The most rows of others that may be read and discarded for one page, and the most that may be sorted for it. */
const mostThrownAway = 3000
const mostSorted = 3000

const literal = (value: SqlValue): string => {
  if (value === null) return 'null'
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString())
  if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'`
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.map((each) => `"${String(each)}"`).join(',')}}`)
  return pg.escapeLiteral(String(value))
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

const rowsOf = (node: PlanNode) => (node['Actual Rows'] ?? 0) * (node['Actual Loops'] ?? 1)

/** A sort whose input is larger than the rows of one page's owners. */
const largeSorts = (node: PlanNode): string[] => {
  const sorted = (node.Plans ?? []).reduce((sum, input) => sum + rowsOf(input), 0)
  return node['Node Type'] === 'Sort' && sorted > mostSorted ? [`sort of ${sorted} rows`] : []
}

const faultsOf = (root: PlanNode, filledTables: ReadonlySet<string>): string[] =>
  nodesOf(root).flatMap((node) => {
    const table = node['Relation Name'] ?? ''
    if (!filledTables.has(table)) return largeSorts(node)
    const thrownAway = (node['Rows Removed by Filter'] ?? 0) * (node['Actual Loops'] ?? 1)
    return [
      ...(node['Node Type'] === 'Seq Scan' ? [`sequential scan of ${table}`] : []),
      ...(thrownAway > mostThrownAway ? [`most rows of ${table} are read for nothing`] : []),
    ]
  })

type Answer = Awaited<ReturnType<ConstructorParameters<typeof Queries>[0]['query']>>
/** The answers in a scope, by statement and values: the rows of the filled tables do not change. */
export type KnownAnswers = Map<string, Answer>

const nameOf = ({ text, values }: Statement): string => [text, ...values.map(literal)].join('\n')

/** Runs statements as the product does, those with a known answer excepted, and records those that it runs. */
const listening = (
  client: pg.Client,
  known: KnownAnswers,
): { sql: Queries; sent: Statement[]; count: () => number } => {
  const sent: Statement[] = []
  let count = 0
  const sql = new Queries({
    query: async (statement) => {
      count += 1
      const made = { text: statement.text, values: statement.values as SqlValue[] }
      const name = nameOf(made)
      const before = known.get(name)
      if (before) return { ...before, rows: [...before.rows] }
      sent.push(made)
      const answer: Answer = await client.query({ ...statement, name: undefined })
      known.set(name, answer)
      return { ...answer, rows: [...answer.rows] }
    },
  })
  return { sql, sent, count: () => count }
}

/** The plan of the statement of a file that the database sends, as a reader of all rows gets it. */
export const planOfFile = async (
  client: pg.Client,
  read: (sql: Queries) => AsyncIterable<unknown>,
): Promise<string> => {
  const sent: Statement[] = []
  const sql = new Queries({
    query: (statement) => client.query(statement),
    // oxlint-disable-next-line require-yield -- the file has no rows here
    stream: async function* ({ text, values }) {
      sent.push({ text, values: values as SqlValue[] })
    },
  })
  for await (const _ of read(sql)) continue
  const [statement, ...others] = sent
  if (!statement || others.length > 0) throw new Error('The file is not read by one statement')
  await client.query(`begin; set local app.scope = 'all'; ${inOrderOfIndex}`)
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(
    `explain (costs off) ${statement.text}`,
    statement.values as SqlValue[],
  )
  await client.query('rollback')
  return rows.map((line) => line['QUERY PLAN']).join('\n')
}

/** The plan for these values, and the generic plan that a prepared statement may get after some use. */
const planModes = ['force_custom_plan', 'force_generic_plan'] as const

const explain = async (client: pg.Client, { text, values }: Statement): Promise<PlanNode[]> => {
  const plans: PlanNode[] = []
  await client.query(`set local enable_bitmapscan = ${text.endsWith(plannedInOrder) ? 'off' : 'on'}`)
  await client.query(`prepare asked as ${text}`)
  const execute = values.length === 0 ? 'asked' : `asked(${values.map(literal).join(', ')})`
  for (const mode of text.endsWith(plannedEachTime) ? planModes.slice(0, 1) : planModes) {
    await client.query(`set local plan_cache_mode = ${mode}`)
    const { rows } = await client.query(
      `explain (analyze, timing off, costs off, format json) execute ${execute}`,
    )
    const answer = rows as { 'QUERY PLAN': { Plan: PlanNode }[] }[]
    plans.push(...answer.flatMap((row) => row['QUERY PLAN'].map(({ Plan }) => Plan)))
  }
  await client.query('deallocate asked')
  return plans
}

/**
 * Runs a list as the app's role in a scope, and checks the plan of each statement it sent. `known` has the statements
 * of other lists in the same scope, whose plans were checked before; new ones are added.
 */
export const faultsOfList = async (
  client: pg.Client,
  list: (sql: Queries) => Promise<unknown>,
  of: { scope: PlanScope; filledTables: readonly string[]; known?: KnownAnswers },
): Promise<{ faults: PlanFault[]; statements: number }> => {
  const tables = new Set(of.filledTables)
  await client.query('begin')
  try {
    const { scope } = of
    if (scope.kind === 'all') await client.query(`set local app.scope = 'all'`)
    else await client.query(`set local app.companies = '{${scope.companyIds.join(',')}}'`)
    const { sql, sent, count } = listening(client, of.known ?? new Map())
    await list(sql)
    const faults: PlanFault[] = []
    for (const statement of sent) {
      const plans = await explain(client, statement)
      const found = new Set(plans.flatMap((plan) => faultsOf(plan, tables)))
      faults.push(...[...found].map((fault) => ({ fault, statement: statement.text })))
    }
    return { faults, statements: count() }
  } finally {
    await client.query('rollback')
  }
}
