import { childrenOf, isNode, textOf, type Node } from './syntax-tree.ts'

/**
 * Names that are values: states and events of tables of transitions, members of string-literal unions, and every
 * string of the contract that is a name (values of enums, codes, events, tags).
 */

/** One or more words without spaces: `given_up`, `load.paid_late`. */
const isName = (text: string): boolean => /^[a-z][a-z0-9]*(?:[._-][a-z0-9]+)*$/i.test(text)

const nodesIn = (value: unknown): Node[] => [
  ...(isNode(value) ? [value] : []),
  ...childrenOf(value).flatMap(nodesIn),
]

const namesIn = (nodes: readonly unknown[]): string[] =>
  nodes.flatMap((node) => {
    const text = textOf(node)
    return text !== null && isName(text) ? [text] : []
  })

const unionMembers = (node: Node): string[] =>
  node.type === 'TsUnionType'
    ? namesIn(
        (node['types'] as Node[]).map((type) => (type.type === 'TsLiteralType' ? type['literal'] : null)),
      )
    : []

/** Keys of an object literal, quoted or not. */
const keyOf = (node: Node): string[] => {
  const key = node.type === 'KeyValueProperty' ? node['key'] : null
  return isNode(key) && key.type === 'Identifier' ? [String(key['value'])] : namesIn([key])
}

const isImport = (node: Node): boolean => /^(?:Import|Export(?:All|Named))Declaration$/.test(node.type)

const calls = (nodes: readonly Node[], name: string): boolean =>
  nodes.some(({ type, callee }) => type === 'CallExpression' && isNode(callee) && callee['value'] === name)

/** Values of a file that are names. */
export const valueNames = (path: string, module: Node): string[] => {
  const body = (module['body'] as Node[]).filter((node) => !isImport(node))
  const nodes = nodesIn(body)
  const isContract = /^contract\/src\/(?!messages\/)/.test(path)
  const hasTransitions = calls(nodes, 'transitions')
  return [
    ...nodes.flatMap(unionMembers),
    ...(isContract || hasTransitions ? namesIn(nodes) : []),
    ...(hasTransitions ? nodes.flatMap(keyOf) : []),
  ]
}
