import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const canary = join(root, 'sandbox/planted-violation')

type Cruise = {
  summary: {
    totalCruised: number
    violations: { rule: { name: string; severity: string }; from: string; to: string }[]
  }
}

const cruise = (...folders: string[]): Cruise => {
  const bin = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
  const args = [bin, '--config', 'tools/arrows.cjs', '--output-type', 'json', ...folders]
  const done = spawnSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  })
  if (done.stdout === '') throw new Error(done.stderr)
  return JSON.parse(done.stdout) as Cruise
}

const plant = () => {
  mkdirSync(canary, { recursive: true })
  writeFileSync(
    join(canary, 'intruder.ts'),
    `import { modules } from '../../server/src/modules.ts'
import { fillTables } from '../../tests/list-plans/filled-tables.ts'
export const seen = [modules, fillTables]
`,
  )
}

afterAll(() => rmSync(canary, { recursive: true, force: true }))

test('every import follows the rules, and a planted violation is found', () => {
  plant()
  const { summary } = cruise('contract/src', 'server/src', 'sandbox', 'web/src', 'tests')
  rmSync(canary, { recursive: true, force: true })
  const broken = summary.violations
    .filter(({ rule }) => rule.severity === 'error')
    .map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)
  expect(summary.totalCruised).toBeGreaterThan(100)
  const planted = broken.filter((line) => line.includes('planted-violation'))
  const intruder = 'sandbox/planted-violation/intruder.ts'
  expect(planted.toSorted()).toEqual([
    `modules-share-fixtures-only: ${intruder} → tests/list-plans/filled-tables.ts`,
    `sandbox-imports-nothing-of-ours: ${intruder} → server/src/modules.ts`,
    `tests-are-for-tests: ${intruder} → tests/list-plans/filled-tables.ts`,
  ])
  expect(broken.filter((line) => !line.includes('planted-violation'))).toEqual([])
}, 120_000)
