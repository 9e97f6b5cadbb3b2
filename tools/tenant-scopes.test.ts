import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/**
 * Code of the server runs in the scope of its caller. For rows of all tenants it names a reason of
 * `kernel/scopes.ts`, or says its own in a comment that starts with `All tenants:`.
 */
const root = join(import.meta.dirname, '..')
const declaring = new Set(['server/src/kernel/database.ts', 'server/src/kernel/scopes.ts'])
/** Lines above a use in which its comment stands. */
const commentLines = 3

type Source = { readonly path: string; readonly text: string }

const unexplained = ({ path, text }: Source): string[] => {
  const lines = text
    .replace(/^import [^;]*? from '[^']*'$/gm, (each) => each.replaceAll(/\w/g, ''))
    .split('\n')
  return lines.flatMap((line, index) => {
    if (!/\ballTenants\b|\{ kind: 'all' \}/.test(line.replace(/\/\/.*/, ''))) return []
    const above = lines.slice(Math.max(0, index - commentLines), index).join('\n')
    return /(\/\/|\*) All tenants: \w+/.test(above) ? [] : [`${path}:${index + 1}`]
  })
}

test('the server reads and writes all tenants for a named reason only', () => {
  const sources = globSync('server/src/**/*.ts', { cwd: root })
    .filter((path) => !/\.(test|test-kit)\.ts$/.test(path) && !declaring.has(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
  expect(sources.length).toBeGreaterThan(300)
  expect(sources.flatMap(unexplained)).toEqual([])
})

test('a use without a reason is found', () => {
  const head = "import {\n  allTenants,\n  type Database,\n} from '../kernel/database.ts'\n"
  const found = (text: string) => unexplained({ path: 'a.ts', text: head + text })
  expect(found('db.read(allTenants, run)')).toEqual(['a.ts:5'])
  expect(found("const all = { kind: 'all' }")).toEqual(['a.ts:5'])
  expect(found('// Reads every row.\ndb.read(allTenants, run)')).toEqual(['a.ts:6'])
  expect(found('// All tenants:\n\n\n\ndb.read(allTenants, run)')).toEqual(['a.ts:9'])
  expect(found('// All tenants: a webhook names no company.\ndb.read(\n  allTenants, run)')).toEqual([])
  expect(found('db.read(beforeLogin, run)\n// allTenants')).toEqual([])
})
