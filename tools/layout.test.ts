import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { modules } from '../server/src/modules.ts'

/**
 * A screen's folder in the web, its module in the contract and its module in the server have the same name.
 */
const root = join(import.meta.dirname, '..')
const known: ReadonlySet<string> = new Set(modules)

const entriesOf = (folder: string) => readdirSync(join(root, folder), { withFileTypes: true })
const foldersOf = (folder: string) =>
  entriesOf(folder).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
const strangers = (names: readonly string[], besides: readonly string[]) =>
  names.filter((name) => !known.has(name) && !besides.includes(name))

/** The shell holds pages that several modules share. */
const pagesOf = (routes: string) =>
  [...routes.matchAll(/page\(\(\) => import\('\.\/([\w-]+)\//g)].map(([, folder = '']) => folder)

/** Files of the contract that every module uses. */
const shared =
  `codes countries dates downloads endpoint events field-errors list mail-paths money page permission-tags
  popup-style roles wire`.split(/\s+/)

test('every page is in the folder of a module', () => {
  const pages = pagesOf(readFileSync(join(root, 'web/src/routes.tsx'), 'utf8'))
  expect(pages.length).toBeGreaterThan(30)
  expect(strangers(pages, ['shell'])).toEqual([])
})

test('web, contract and server have folders of the same names', () => {
  expect(strangers(foldersOf('web/src'), ['gallery', 'kernel', 'shell', 'ui'])).toEqual([])
  expect(strangers(foldersOf('contract/src'), ['messages'])).toEqual([])
  expect(strangers(foldersOf('server/src'), ['kernel', 'providers'])).toEqual([])
})

test('a file of the contract belongs to one module or to all', () => {
  const files = entriesOf('contract/src').flatMap((entry) =>
    entry.isFile() ? [basename(entry.name, '.ts').replace('.test', '')] : [],
  )
  expect(strangers(files, shared)).toEqual([])
})
