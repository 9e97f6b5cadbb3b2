import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

type Cruise = {
  summary: {
    totalCruised: number
    violations: { rule: { name: string; severity: string }; from: string; to: string }[]
  }
}

const cruise = (dir: string, ...folders: string[]): Cruise => {
  const bin = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
  const args = [bin, '--config', join(root, 'tools/arrows.cjs'), '--output-type', 'json', ...folders]
  const done = spawnSync(process.execPath, args, {
    cwd: dir,
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  })
  if (done.stdout === '') throw new Error(done.stderr)
  return JSON.parse(done.stdout) as Cruise
}

/**
 * A small tree of its own with a violation: other steps read the project's files at the same time, and would
 * find a file that is planted there.
 */
const planted = mkdtempSync(join(tmpdir(), 'cardamom-arrows-'))
const files = {
  'tsconfig.json': '{}',
  'server/src/modules.ts': 'export const modules: string[] = []',
  'tests/list-plans/filled-tables.ts': 'export const fillTables = 1',
  'sandbox/planted-violation/intruder.ts': `import { modules } from '../../server/src/modules.ts'
import { fillTables } from '../../tests/list-plans/filled-tables.ts'
export const seen = [modules, fillTables]
`,
}

afterAll(() => rmSync(planted, { recursive: true, force: true }))

const brokenRules = ({ summary }: Cruise): string[] =>
  summary.violations
    .filter(({ rule }) => rule.severity === 'error')
    .map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)

test('every import follows the rules, and a planted violation is found', () => {
  const project = cruise(root, 'contract/src', 'server/src', 'sandbox', 'signer', 'web/src', 'tests')
  expect(project.summary.totalCruised).toBeGreaterThan(100)
  expect(brokenRules(project)).toEqual([])
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(planted, path)), { recursive: true })
    writeFileSync(join(planted, path), text)
  }
  const intruder = 'sandbox/planted-violation/intruder.ts'
  expect(brokenRules(cruise(planted, 'server/src', 'sandbox', 'tests')).toSorted()).toEqual([
    `modules-share-fixtures-only: ${intruder} → tests/list-plans/filled-tables.ts`,
    `sandbox-imports-nothing-of-ours: ${intruder} → server/src/modules.ts`,
    `tests-are-for-tests: ${intruder} → tests/list-plans/filled-tables.ts`,
  ])
}, 120_000)
