/**
 * Comments cite a page of docs/ by its name and section: `domain §5`, `money §4.2`, `ux §1, §2`. These functions find
 * citations and links that lead nowhere.
 */

/** Names under which applied migrations cite pages. Those files cannot be edited: a start compares their sha256. */
const formerNames: Readonly<Record<string, string>> = {
  spec: 'product',
  postings: 'money',
  trust: 'security',
  roles: 'permissions',
  messages: 'api',
  reap: 'providers',
  stack: 'architecture',
  look: 'ux',
  design: 'architecture',
}

/** Documents of others that comments cite by section. */
const foreign = /\b(RFC \d+|HTML)$/

/** Sections of a page that can be cited: numbered headings, and the items of their numbered lists (`13.1`). */
export const sectionsOf = (page: string): Set<string> => {
  const found = new Set<string>()
  let section: string | null = null
  for (const line of page.split('\n')) {
    const heading = /^#{2,3} (\d+(?:\.\d+)?)\.? /.exec(line)?.[1]
    if (/^#{2,3} /.test(line)) section = heading ?? null
    if (heading !== undefined) found.add(heading)
    const item = /^(\d+)\. /.exec(line)?.[1]
    if (section !== null && item !== undefined) found.add(`${section}.${item}`)
  }
  return found
}

const commentsOf = (text: string): string =>
  [...text.matchAll(/\/\*[\s\S]*?\*\/|(?<!:)\/\/[^\n]*(?:\n\s*\/\/[^\n]*)*|--[^\n]*(?:\n\s*--[^\n]*)*/g)]
    .map(([comment]) => comment.replaceAll(/\n\s*(\*|\/\/|--)?\s*/g, ' '))
    .join('\n')

type Pages = ReadonlyMap<string, ReadonlySet<string>>
type Source = { readonly path: string; readonly text: string }

const isOld = (path: string) => path.includes('/migrations/')

const pageNamed = (name: string, { path, pages }: { path: string; pages: Pages }) =>
  pages.get((isOld(path) ? formerNames[name] : undefined) ?? name)

const badSections = (source: Source, pages: Pages): string[] => {
  const { path } = source
  const text = source.text.replaceAll(/\n\s*(\*|\/\/|--)?\s*/g, ' ')
  return [
    ...text.matchAll(/([\w)*`.]+ (?:\d+ )?)?§(\d+(?:\.\d+)?\w*)((?:(?:,| and| to) §\d+(?:\.\d+)?)*)/g),
  ].flatMap(([whole, before = '', first = '', more = '']) => {
    const name = /([a-z-]+)(?:\.md)?\s*$/i.exec(before)?.[1]?.toLowerCase() ?? ''
    if (foreign.test(before.trim()) || /\bRFC \d+ $/.test(before)) return []
    const page = pageNamed(name, { path, pages })
    const wanted = [first, ...[...more.matchAll(/§(\d+(?:\.\d+)?)/g)].map(([, number = '']) => number)]
    return page && wanted.every((number) => page.has(number)) ? [] : [whole.trim()]
  })
}

const badBare = ({ path, text }: Source, pages: Pages): string[] => {
  const names = `(?:${[...pages.keys(), ...Object.keys(formerNames)].join('|')})`
  const bare = new RegExp(
    `\\((?:design,? )?${names}(?:[:,](?! §)[^()§]*)?\\)|; ${names}:(?! §)[^()§]*\\)`,
    'g',
  )
  return isOld(path) ? [] : [...commentsOf(text).matchAll(bare)].map(([whole]) => whole)
}

/** Citations in a file that name no existing section, as the file writes them. */
export const badCitations = (source: Source, pages: Pages): string[] => [
  ...badSections(source, pages),
  ...(source.path.endsWith('.md') ? [] : badBare(source, pages)),
]

/** The anchor that GitHub makes for a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')

/** Links of a page to files and headings that do not exist. `read` returns a file's text, or null. */
export const badLinks = ({ text }: Source, read: (path: string) => string | null): string[] =>
  [...text.matchAll(/\]\((?!https?:|mailto:)([^)\s]*)\)/g)].flatMap(([, link = '']) => {
    const [path = '', anchor] = link.split('#')
    const target = path === '' ? text : read(path)
    if (target === null) return [link]
    if (anchor === undefined) return []
    const anchors = [...target.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading))
    return anchors.includes(anchor) ? [] : [link]
  })

const ownPath = /`((?:contract|server|signer|web|sandbox|tests|tools|docs|deploy)\/[\w./-]+)`/g

/** Files and folders that a page names in backticks and that do not exist. */
export const badPaths = ({ text }: Source, isThere: (path: string) => boolean): string[] =>
  [...text.matchAll(ownPath)].map(([, path = '']) => path).filter((path) => !isThere(path))
