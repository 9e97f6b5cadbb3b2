import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { smallFiles } from './small-files.ts'
import type { Source } from './syntax-tree.ts'

const root = join(import.meta.dirname, '..')
const sources: Source[] = globSync('{contract,server,signer,web,sandbox}/**/*.{ts,tsx}', {
  cwd: root,
  exclude: (path) => /(^|\/)(node_modules|dist|artifacts)$/.test(path),
})
  .toSorted()
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))

/** Files that are boundaries although the rule cannot detect it, each with its reason. */
const boundaries: Readonly<Record<string, string>> = {
  'server/src/kernel/sleepers.ts': 'jobs.ts, its reader, is as long as a file may be',
  'web/src/kernel/texts-en.ts': 'has the form of texts-es.ts, which is loaded for Spanish readers only',
}

test('a small file with one reader in its folder is part of that reader', () => {
  expect(sources.length).toBeGreaterThan(700)
  const found = smallFiles(sources)
  const named = Object.keys(boundaries)
  expect(found.filter((each) => !named.some((path) => each.startsWith(`${path}:`)))).toEqual([])
  expect(named.filter((path) => !found.some((each) => each.startsWith(`${path}:`)))).toEqual([])
})

test('a planted file is found, and a boundary is none', () => {
  const file = (path: string, text = '') => ({ path, text })
  const large = 'const line = 1\n'.repeat(20)
  const readsAll = ['one', 'tested', 'two', 'large', 'planted.sql', 'port', '../ui/other']
    .map((name) => `import { a } from './${name}.ts'\n`)
    .join('')
  const found = smallFiles([
    file(
      'web/src/cards/reader.ts',
      `${readsAll}import './effect.ts'\nconst b = import('./lazy.ts')\n${large}`,
    ),
    file('web/src/cards/tested.test.ts', `import { a } from './tested.ts'\n`),
    file('web/src/cards/second.ts', `import { a } from './two.ts'\n${large}`),
    file('web/src/cards/large.ts', large),
    ...['one', 'tested', 'two', 'planted.sql', 'port', 'effect', 'lazy', '../ui/other', 'read-by-none'].map(
      (name) => file(join('web/src/cards', `${name}.ts`)),
    ),
  ])
  // A test is no reader.
  expect(found).toEqual(
    ['one', 'tested'].map((name) => `web/src/cards/${name}.ts: read by web/src/cards/reader.ts alone`),
  )
})
