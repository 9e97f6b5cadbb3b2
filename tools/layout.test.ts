import { globSync, readdirSync, readFileSync } from 'node:fs'
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

type File = { readonly path: string; readonly text: string }
const read = (pattern: string): File[] =>
  globSync(pattern, { cwd: root, exclude: (path) => path.endsWith('.test.ts') }).map((path) => ({
    path,
    text: readFileSync(join(root, path), 'utf8'),
  }))
/** `wallets` of `contract/src/wallets.ts` and of `server/src/wallets/wallets.routes.ts`. */
const moduleOf = (path: string) => path.split('/')[2]?.replace(/\.ts$/, '')
/** The declaration of a call in the contract, a list of a declared call, and a use of either in the server. */
const declaration = /^export const (\w+) = (?:listEndpoint|endpoint)\(/gm
const listed = /^export const (\w+) = list\((\w+)/gm
const mounted = /\b(?:mount|list|mountList)\(\s*(?:kernel,\s*)?(\w+)/g

/** Each place where the server mounts or lists a call of another module, and calls without such a place. */
const misplaced = (contract: readonly File[], server: readonly File[]): string[] => {
  const calls = new Map(
    contract.flatMap(({ path, text }) =>
      [...text.matchAll(declaration)].map(([, name = '']) => [name, moduleOf(path)] as const),
    ),
  )
  const callOfList = new Map(
    server.flatMap(({ text }) => [...text.matchAll(listed)].map(([, list = '', call = '']) => [list, call])),
  )
  const uses = server.flatMap(({ path, text }) =>
    [...text.matchAll(mounted)].flatMap(([, name = '']) => {
      const call = callOfList.get(name) ?? name
      return calls.has(call) ? [{ call, path }] : []
    }),
  )
  const unused = [...calls.keys()].filter((name) => !uses.some(({ call }) => call === name))
  const elsewhere = uses.filter(({ call, path }) => calls.get(call) !== moduleOf(path))
  return [...unused, ...elsewhere.map(({ call, path }) => `${call} of ${calls.get(call)}: ${path}`)]
}

/** Files of the contract that every module uses. */
const shared =
  `bulk codes countries csv-cell dates downloads endpoint events field-errors list mail-paths money page permission-tags
  popup-style roles wire`.split(/\s+/)

test('every page is in the folder of a module', () => {
  const tables = read('web/src/{routes,admin-routes}.tsx')
  const pages = tables.flatMap(({ text }) => pagesOf(text))
  expect(tables).toHaveLength(2)
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

test('a call is mounted and listed in the module of its contract', () => {
  const contract = read('contract/src/**/*.ts')
  expect(contract.flatMap(({ text }) => [...text.matchAll(declaration)]).length).toBeGreaterThan(100)
  // Every module has files, so the kernel mounts the calls that create and answer their addresses.
  const ofAll = ['createDownload', 'fetchDownload'].map(
    (call) => `${call} of downloads: server/src/kernel/mount-downloads.ts`,
  )
  expect(misplaced(contract, read('server/src/**/*.ts')).toSorted()).toEqual(ofAll)
})

test('planted calls in other modules are found', () => {
  const contract = [
    { path: 'contract/src/wallets.ts', text: 'export const listDeposits = listEndpoint({' },
    {
      path: 'contract/src/cards/freezes.ts',
      text: 'export const freeze = endpoint({\nexport const thaw = endpoint({',
    },
  ]
  const server = [
    { path: 'server/src/loads/deposits.list.ts', text: 'export const deposits = list(listDeposits, {' },
    { path: 'server/src/wallets/wallets.routes.ts', text: 'mountList(kernel, deposits)' },
    {
      path: 'server/src/loads/loads.routes.ts',
      text: '  mountList(kernel, deposits)\n  mount(freeze, async',
    },
  ]
  expect(misplaced(contract, server)).toEqual([
    'thaw',
    'listDeposits of wallets: server/src/loads/deposits.list.ts',
    'listDeposits of wallets: server/src/loads/loads.routes.ts',
    'freeze of cards: server/src/loads/loads.routes.ts',
  ])
})
