import { parseSync } from '@swc/core'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { sqlNames } from './glossary-sql.ts'
import { valueNames } from './glossary-values.ts'
import { childrenOf, isNode, type Node, type Source } from './syntax-tree.ts'

/**
 * Checks names against the second column of docs/glossary.md: files and their folders, every name that a
 * source declares, states, events and other values that are names, what migrations create, and paths of the
 * API. Keys of object literals are not checked, because many are terms of another protocol.
 */

/** Words that no name may have anywhere. */
const anywhere = new Set(
  `face rescue identities blockSigner place places placed placing brought words beside story stories purse
  house ceremony ceremonies everything nobody nobodys somebody quiet quietly going barred
  move moves moved moving keep keeps keeping kept noted noting take takes taking taken took give gives giving
  given gave ask asks asking asked begin begins beginning began begun look looks looking looked
  seal seals sealing sealed unseal unsealed hear hears hearing heard hearer hearers act acts acting acted
  visit visits visiting visited lie lies lied lying`.split(/\s+/),
)
/** Words that no name may start with. As the second part of a name they are nouns or adjectives of the field. */
const atStart = new Set('note bar bars late wide'.split(' '))
/** Terms of the field, or of another protocol, that contain such a word. */
const terms = [
  /^face(-?image|-?file|-?photo|_file|_differs|_unclear|)$/i, // the picture of a person at the identity check
  /^(FaceArt|isUnclearFace|fontFace)$/,
  /^(noteBox|note-box|NoteBox)/, // a note as a thing
  // Things and events of the module `notes`.
  /^note(?:Created|Changed|Pinned|Removed|Entities|Kinds|Path|\.(?:created|changed|removed|mentioned)|_by_|_pinned|-entities|-view|-form|-row|-text)/,
  /^placeText$/, // where a merchant is
  /^(ceremony-text|(useC|c)eremony(Text|Ms)?)$/i, // WebAuthn
  /^(houseId|going-live)$/,
  /^bars?$|^SpendingBars$/, // of a chart, or the bar above a page
  /^late$/, // an exception of a load
  /^(s|ledgerS)ealKey$/, // names of an earlier version that are still read
  /^email_taken$/, // a code of the API: another account has the address
  /^treasury\.move$/, // a tag of permissions §2
  /^keepAlive/, // of TCP
]

/** The words of a name: camelCase, kebab-case, snake_case. */
const partsOf = (name: string): string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')

/** `note` alone is a noun; with another word after it, it is a verb. Components may start with a noun. */
const startsOld = (name: string, parts: readonly string[]): boolean =>
  !/^[A-Z]/.test(name) && atStart.has(parts[0] ?? '') && !(parts.length === 1 && parts[0] === 'note')

/** Whether a name has a word that the glossary replaces. */
export const isOldWord = (name: string): boolean => {
  if (terms.some((term) => term.test(name))) return false
  const parts = partsOf(name)
  return parts.some((word) => anywhere.has(word)) || startsOld(name, parts)
}

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

/** Names in the code of a file: those that it declares, values that are names, paths of calls. */
const namesInCode = ({ path, text }: Source): string[] => {
  const options = { syntax: 'typescript', tsx: path.endsWith('x'), target: 'es2024' } as const
  const module = parseSync(text, options) as unknown as Node
  const paths = path.startsWith('contract/') ? [...text.matchAll(/^\s+path: '(\/[^']*)'/gm)] : []
  return [...declaredIn(module), ...valueNames(path, module), ...paths.map(([, name = '']) => name)]
}

/** Names that a file introduces: its own, its folder's, and those of its content. */
export const namesIn = (source: Source): string[] => {
  const { path, text } = source
  if (path.endsWith('.sql')) return sqlNames(path, text)
  const own = basename(path).split('.')[0] ?? ''
  const folder = path.split('/').at(-2) ?? ''
  return [own, folder, ...(path.endsWith('.css') ? [] : namesInCode(source))]
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

/** Types that are one participle. `Speed` is none, `Deferred` is a term, and the schema's generator has `Generated`. */
const participles =
  /^\s*(?:export )?(?:type|interface) ((?!Speed|Deferred|Generated)[A-Z][a-z]+ed|Found|Given|Held|Kept|Made|Seen|Sent|Shown|Taken|Told)\b/gm

/** Types that are no nouns (glossary §3), each with its file. */
export const participleTypes = (sources: readonly Source[]): string[] =>
  sources.flatMap(({ path, text }) =>
    [...text.matchAll(participles)].map(([, name = '']) => `${name} in ${path}`),
  )

/**
 * Words for the same thing that texts of the catalogue do not use (glossary §2). In accounts and journals a deposit is another
 * thing than a top-up, and levels of a chain are more than the tiers of companies.
 */
const replacedTerms: readonly { readonly files: RegExp; readonly word: RegExp }[] = [
  { files: /messages\/en\/(?!admin\/ledger-)/, word: /\btop-ups?\b/i },
  {
    files: /messages\/en\//,
    word: /\bcompan(?:y|ies) of (?:this )?level|\blevel of this company|\blevel \d company/i,
  },
  { files: /messages\/es\//, word: /\brecargas?\b(?! la página)/i },
]

/** Texts of the catalogue with such a word, each with its file. */
export const replacedTermsIn = (sources: readonly Source[]): string[] =>
  sources.flatMap(({ path, text }) =>
    replacedTerms
      .filter(({ files }) => files.test(path))
      .flatMap(({ word }) =>
        [...text.matchAll(/'[^'\n]+'|`[^`]+`/g)].flatMap(([each]) =>
          word.test(each) ? [`${word.exec(each)?.[0]} in ${path}`] : [],
        ),
      ),
  )

const root = join(import.meta.dirname, '..')
const skipped = new Set(['node_modules', 'dist', '.data', 'artifacts', 'out', 'schemas'])

const filesBelow = (folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : filesBelow(path)
    return [path]
  })

/** Every source of the project. */
export const readSources = (): Source[] =>
  ['contract', 'server', 'signer', 'web', 'sandbox', 'tests', 'tools']
    .flatMap(filesBelow)
    .filter((path) => /\.(ts|tsx|js|mjs|css|sql)$/.test(path))
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
