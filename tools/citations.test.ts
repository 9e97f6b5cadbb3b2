import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { badCitations, badLinks, badPaths, sectionsOf } from './citations.ts'

const root = join(import.meta.dirname, '..')
const skipped = new Set(['node_modules', 'dist', '.data', 'artifacts', 'out'])
const filesBelow = (folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : filesBelow(path)
    return [path]
  })
const own = /^tools\/citations/
const files = [
  ...['contract', 'server', 'signer', 'web', 'sandbox', 'tests', 'tools', 'docs'].flatMap(filesBelow),
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
].filter((path) => /\.(ts|tsx|sql|css|md|cjs)$/.test(path) && !own.test(path))
const sources = files.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
const pages = new Map(
  readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => [name.replace('.md', ''), sectionsOf(readFileSync(join(root, 'docs', name), 'utf8'))]),
)

it('every cited section exists', () => {
  expect(sources.length).toBeGreaterThan(500)
  const bad = sources.flatMap((source) =>
    badCitations(source, pages).map((what) => `${source.path}: ${what}`),
  )
  expect(bad).toEqual([])
})

it('links lead only to existing files and headings', () => {
  const bad = sources
    .filter(({ path }) => path.endsWith('.md'))
    .flatMap((source) => {
      const read = (path: string) => {
        const file = join(root, dirname(source.path), path)
        if (!existsSync(file)) return null
        return statSync(file).isFile() ? readFileSync(file, 'utf8') : ''
      }
      return badLinks(source, read).map((link) => `${source.path}: ${link}`)
    })
  expect(bad).toEqual([])
})

/** The build makes these files; a clean checkout has none of them. */
const built = new Set(['web/dist'])

it('named files and folders exist', () => {
  const bad = sources
    .filter(({ path }) => path.endsWith('.md') && !path.startsWith('docs/decisions/'))
    .flatMap((source) => {
      const folders = [root, join(root, dirname(source.path))]
      const isThere = (path: string) =>
        built.has(path) || folders.some((folder) => existsSync(join(folder, path)))
      return badPaths(source, isThere).map((what) => `${source.path}: ${what}`)
    })
  expect(bad).toEqual([])
})

describe('a planted reference', () => {
  const planted = new Map([
    ['domain', sectionsOf('## 1. Parties\n\n1. first\n\n## 5. A load\n\n### 5.1 Parts\n')],
  ])
  const found = (text: string, path = 'server/src/a.ts') => badCitations({ path, text }, planted)

  it('passes if the section exists', () => {
    const good =
      '/** As ordered (domain §5, §1); domain §1.1, and domain\n * §5.1. RFC 6962 §2.1. */ call(domain, api)'
    expect(found(good)).toEqual([])
  })

  it('is found if the section, the page or the number is missing', () => {
    expect(found('// domain §7')).toEqual(['domain §7'])
    expect(found('/** (domain §5, §9) */')).toHaveLength(1)
    expect(found('// elsewhere §1')).toHaveLength(1)
    expect(found('// as ordered (trust, Session)')).toEqual(['(trust, Session)'])
    expect(found('// as ordered (domain)')).toEqual(['(domain)'])
    expect(found('// as ordered (domain: a load)')).toEqual(['(domain: a load)'])
    expect(found('// exact (of the token; domain: a load)')).toEqual(['; domain: a load)'])
    expect(found('-- spec §1')).toHaveLength(1)
  })

  it('accepts former names of pages only in applied migrations', () => {
    const text = '-- as ordered (spec §1; roles)'
    const named = new Map([['product', new Set(['1'])]])
    expect(badCitations({ path: 'server/src/a/migrations/0001-a.sql', text }, named)).toEqual([])
    expect(badCitations({ path: 'server/src/a/a.sql', text }, named)).toHaveLength(1)
  })

  it('finds a path without a file', () => {
    const source = {
      path: 'a.md',
      text: 'Copy `web/src/a.ts`, `server/src/b/`, `npm test` and `web/src/<module>`.',
    }
    expect(badPaths(source, (path) => path === 'web/src/a.ts')).toEqual(['server/src/b/'])
  })

  it('finds a link without a file or a heading', () => {
    const read = (path: string) => (path === 'a.md' ? '# One\n\n## 2. Two words\n' : null)
    const links = (text: string) => badLinks({ path: 'docs/b.md', text }, read)
    expect(links('[a](a.md#2-two-words) [b](https://x.test)')).toEqual([])
    expect(links('[a](c.md) [b](a.md#3)')).toEqual(['c.md', 'a.md#3'])
  })
})
