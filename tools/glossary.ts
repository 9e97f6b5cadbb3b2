import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/**
 * Reads names against the second column of docs/glossary.md: files and their folders, exports, tables and columns, and paths
 * of the API.
 */

/** Words that no name may have anywhere. */
const anywhere = new Set(
  `face rescue moves identities seal sealed blockSigner sealing unseal unsealed look looks place places brought words beside story
  stories purse hearers hearer heard house ceremony ceremonies everything nobody nobodys somebody lies lied act acts quiet going
  visit visits barred begin begins begun`.split(/\s+/),
)
/**
 * Words that a name may not start with: as a verb each has a better word, inside other names they are fine.
 */
const atStart = new Set(
  'move keep keeps kept note take takes taken give gives given ask asks asked bar bars late wide'.split(' '),
)
/** Terms of payments, of our product or of another protocol that contain such a word. */
const terms = [
  /^face(-?image|-?file|-?photo|_file)/i, // the picture of a person at the identity check
  /^fontFace$/,
  /^(noteBox|note-box|NoteBox)/, // a note as a thing
  /^placeText$/, // where a merchant is
  /^(ceremony-text|useCeremonyText)$/, // WebAuthn
  /^(houseId|going-live)$/,
]

/** The words of a name: camelCase, kebab-case, snake_case. */
const wordsIn = (name: string): string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')

/** A note alone is a thing; with another word behind it, it is a verb. */
const startsOld = (words: readonly string[]): boolean =>
  atStart.has(words[0] ?? '') && !(words.length === 1 && words[0] === 'note')

/** Whether a name has a word that the glossary replaces. */
export const isOldWord = (name: string): boolean => {
  if (terms.some((term) => term.test(name))) return false
  const words = wordsIn(name)
  const isComponent = /^[A-Z]/.test(name)
  return words.some((word) => anywhere.has(word)) || (!isComponent && startsOld(words))
}

type Source = { readonly path: string; readonly text: string }

/** Types of the migrated schema: its properties are tables and columns. */
const schemaFile = 'server/src/kernel/schema.ts'

/** Names that a file introduces: its own, its folder's, its exports, paths of calls. */
export const namesIn = ({ path, text }: Source): string[] => {
  const own =
    basename(path)
      .replace(/^\d{4}-/, '')
      .split('.')[0] ?? ''
  const folder = path.split('/').at(-2) ?? ''
  const exports = [
    ...text.matchAll(
      /^export (?:declare )?(?:const|let|(?:async )?function\*?|class|type|interface) (\w+)/gm,
    ),
  ]
  const paths = path.startsWith('contract/') ? [...text.matchAll(/^\s+path: '(\/[^']*)'/gm)] : []
  const columns = path === schemaFile ? [...text.matchAll(/^ {2}(\w+): /gm)] : []
  return [own, folder, ...[...exports, ...paths, ...columns].map(([, name = '']) => name)]
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

/** Every source of the project. Applied migrations are left out: nobody can rename them. */
export const readSources = (): Source[] =>
  ['contract', 'server', 'web', 'sandbox', 'tests', 'tools']
    .flatMap(filesBelow)
    .filter((path) => /\.(ts|tsx|js|mjs)$/.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))

/** Terms that stand nowhere, in names, comments or texts: nothing else is called so. */
const oldTerms =
  /\b(?:rescue\w*|purse\w*|hearers\w*|moveTable|RowMove|(?:company|card)Face|face check|issuer move|kept job|ways? out)\b|\bjobs\.keep\b|\bidentity\.broken\b|KeptJob/

/** Each line with an old term: `web/src/a.ts: way out`. */
export const oldTermsIn = (sources: readonly Source[]): string[] =>
  sources.flatMap(({ path, text }) => {
    const found = path.startsWith('tools/glossary') ? null : oldTerms.exec(text)
    return found === null ? [] : [`${path}: ${found[0]}`]
  })
