import { parseSync } from '@swc/core'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/**
 * Checks names against the second column of docs/glossary.md: files and their folders, every name that a
 * source declares, tables and columns, and paths of the API. Keys of object literals are not checked, because
 * many are terms of another protocol.
 */

/** Words that no name may have anywhere. */
const anywhere = new Set(
  `face rescue moves identities seal sealed blockSigner sealing unseal unsealed look looks place places brought words beside story
  stories purse hearers hearer heard house ceremony ceremonies everything nobody nobodys somebody lies lied act acts quiet going
  visit visits barred begin begins begun`.split(/\s+/),
)
/** Words that no name may start with: each has a better verb. Within other names they are allowed. */
const atStart = new Set(
  'move keep keeps kept note take takes taken give gives given ask asks asked bar bars late wide'.split(' '),
)
/** Terms of the field, or of another protocol, that contain such a word. */
const terms = [
  /^face(-?image|-?file|-?photo|_file|)$/i, // the picture of a person at the identity check
  /^(FaceArt|isUnclearFace|fontFace)$/,
  /^(noteBox|note-box|NoteBox)/, // a note as a thing
  /^placeText$/, // where a merchant is
  /^(ceremony-text|(useC|c)eremony(Text|Ms)?)$/i, // WebAuthn
  /^(houseId|going-live)$/,
  /^bars?$|^SpendingBars$/, // of a chart, or the bar above a page
  /^late$/, // an exception of a load
  /^(s|ledgerS)ealKey$/, // names of an earlier version that are still read
]

/** The words of a name: camelCase, kebab-case, snake_case. */
const partsOf = (name: string): string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')

/** `note` alone is a noun; with another word after it, it is a verb. */
const startsOld = (parts: readonly string[]): boolean =>
  atStart.has(parts[0] ?? '') && !(parts.length === 1 && parts[0] === 'note')

/** Whether a name has a word that the glossary replaces. */
export const isOldWord = (name: string): boolean => {
  if (terms.some((term) => term.test(name))) return false
  const parts = partsOf(name)
  const isComponent = /^[A-Z]/.test(name)
  return parts.some((word) => anywhere.has(word)) || (!isComponent && startsOld(parts))
}

type Source = { readonly path: string; readonly text: string }

type Node = { readonly type: string } & Readonly<Record<string, unknown>>

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'

const childrenOf = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value) : []

/** The name of an identifier or of a plain key; a computed or quoted key has none. */
const nameOf = (value: unknown): string[] =>
  isNode(value) && value.type === 'Identifier' ? [String(value['value'])] : []

/** Names that a pattern declares: `{ a, b: [c] = [] }` declares `a` and `c`. */
const namesInPattern = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(namesInPattern)
  if (!isNode(value)) return []
  switch (value.type) {
    case 'Identifier':
      return nameOf(value)
    case 'AssignmentPattern':
      return namesInPattern(value['left'])
    case 'AssignmentPatternProperty':
      return namesInPattern(value['key'])
    case 'KeyValuePatternProperty':
      return namesInPattern(value['value'])
    case 'RestElement':
      return namesInPattern(value['argument'])
    default:
      return namesInPattern(value['properties'] ?? value['elements'])
  }
}

/** Where each kind of declaration has its name. */
const nameKeys: Readonly<Record<string, 'id' | 'pat' | 'identifier' | 'key' | 'params'>> = {
  VariableDeclarator: 'id',
  Parameter: 'pat',
  ArrowFunctionExpression: 'params',
  FunctionDeclaration: 'identifier',
  ClassDeclaration: 'identifier',
  ClassProperty: 'key',
  ClassMethod: 'key',
  TsTypeAliasDeclaration: 'id',
  TsInterfaceDeclaration: 'id',
  TsPropertySignature: 'key',
  TsMethodSignature: 'key',
  TsFunctionType: 'params',
}

const declaredIn = (value: unknown): string[] => {
  const key = isNode(value) ? nameKeys[value.type] : undefined
  const own = key === undefined ? [] : namesInPattern((value as Node)[key])
  return [...own, ...childrenOf(value).flatMap(declaredIn)]
}

/** Names that a file introduces: its own, its folder's, those that it declares, paths of calls. */
export const namesIn = ({ path, text }: Source): string[] => {
  const own =
    basename(path)
      .replace(/^\d{4}-/, '')
      .split('.')[0] ?? ''
  const folder = path.split('/').at(-2) ?? ''
  const declared = declaredIn(
    parseSync(text, { syntax: 'typescript', tsx: path.endsWith('x'), target: 'es2024' }),
  )
  const paths = path.startsWith('contract/') ? [...text.matchAll(/^\s+path: '(\/[^']*)'/gm)] : []
  return [own, folder, ...declared, ...paths.map(([, name = '']) => name)]
}

/** Names of the sources that the glossary replaces, each with its file. */
export const oldNames = (sources: readonly Source[]): string[] => {
  const found = sources.flatMap((source) =>
    namesIn(source)
      .filter(isOldWord)
      .map((name) => `${name} in ${source.path}`),
  )
  return [...new Set(found)]
}

const root = join(import.meta.dirname, '..')
const skipped = new Set(['node_modules', 'dist', '.data', 'artifacts', 'out', 'schemas'])

const filesBelow = (folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : filesBelow(path)
    return [path]
  })

/** Every source of the project. Applied migrations are left out, because they are never edited. */
export const readSources = (): Source[] =>
  ['contract', 'server', 'web', 'sandbox', 'tests', 'tools']
    .flatMap(filesBelow)
    .filter((path) => /\.(ts|tsx|js|mjs)$/.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))

/** Terms that may appear nowhere: not in names, comments or texts. */
const oldTerms =
  /\b(?:rescue\w*|purse\w*|hearers\w*|moveTable|RowMove|(?:company|card)Face|face check|issuer move|kept job|ways? out)\b|\bjobs\.keep\b|\bidentity\.broken\b|KeptJob/

/** Each line with an old term: `web/src/a.ts: way out`. */
export const oldTermsIn = (sources: readonly Source[]): string[] =>
  sources.flatMap(({ path, text }) => {
    const found = path.startsWith('tools/glossary') ? null : oldTerms.exec(text)
    return found === null ? [] : [`${path}: ${found[0]}`]
  })
