import { parseSync } from '@swc/core'

/** A file with the path from the root of the project. */
export type Source = { readonly path: string; readonly text: string }

/** A node of a file's syntax tree. */
export type Node = { readonly type: string } & Readonly<Record<string, unknown>>

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'

export const parse = (text: string): Node => parseSync(text, { syntax: 'typescript' }) as unknown as Node

/** The text of a string literal; null for every other node. */
export const textOf = (node: unknown): string | null =>
  isNode(node) && node.type === 'StringLiteral' ? String(node['value']) : null

/** Fixed text of a string or a template, where each value of the template is a question mark; null for other nodes. */
export const sqlTextOf = (node: Node): string | null =>
  node.type === 'TemplateLiteral'
    ? (node['quasis'] as { raw: string }[]).map(({ raw }) => raw).join('?')
    : textOf(node)

/** The last name of a called or read expression: `where` of `query.where`. */
export const lastNameOf = (node: unknown): string | null => {
  if (!isNode(node)) return null
  if (node.type === 'Identifier') return String(node['value'])
  return node.type === 'MemberExpression' ? lastNameOf(node['property']) : null
}

export const argumentsOf = (call: Node): unknown[] =>
  (call['arguments'] as { expression: unknown }[]).map(({ expression }) => expression)

export const childrenOf = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : typeof value === 'object' && value !== null ? Object.values(value) : []

export const inSnakeCase = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Kysely's functions whose first argument is a table, `'appUser as owner'`, or a list of tables. */
const writers = 'insertInto updateTable deleteFrom mergeInto using'
const readers = 'selectFrom from table innerJoin leftJoin rightJoin fullJoin crossJoin'
const laterals = 'innerJoinLateral leftJoinLateral crossJoinLateral'
const builders: ReadonlySet<string> = new Set(`${writers} ${readers} ${laterals}`.split(' '))

/** The tables that a call of Kysely names, as written: `appUser as owner`. */
export const tablesOfCall = (call: Node): string[] => {
  if (!builders.has(lastNameOf(call['callee']) ?? '')) return []
  const namesIn = (argument: unknown): string[] => {
    if (isNode(argument) && argument.type === 'ArrayExpression')
      return (argument['elements'] as ({ expression: unknown } | null)[]).flatMap((element) =>
        namesIn(element?.expression),
      )
    const name = textOf(argument)?.trim()
    return name === undefined ? [] : [name]
  }
  return namesIn(argumentsOf(call)[0])
}
