import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hasHeld, readFindings } from './test-failures.ts'

const modules = join(import.meta.dirname, '../node_modules')
let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'cardamom-failures-'))
  symlinkSync(modules, join(dir, 'node_modules'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const tests = (from: string) => `import { expect, test } from '${from}'
test('holds', () => expect(1).toBe(1))
test('does not hold', () => expect(1).toBe(2))
let tries = 0
test('holds the second time', ${from === 'vitest' ? '() => expect((tries += 1)).toBe(2)' : '({}, info) => expect(info.retry).toBe(1)'})
`
const runs = (name: string, args: string[], env: Record<string, string> = {}) =>
  spawnSync(join(modules, '.bin', name), args, { cwd: dir, env: { ...process.env, ...env }, stdio: 'ignore' })

test('names what failed in the unit tests, what needed a second try, and a file that never came to its tests', () => {
  writeFileSync(join(dir, 'planted.test.mjs'), tests('vitest'))
  writeFileSync(join(dir, 'broken.test.mjs'), `import { test } from 'vitest'\nthrow new Error('no way in')\n`)
  const report = join(dir, 'vitest.json')
  runs('vitest', ['run', '--root', dir, '--retry=1', '--reporter=json', `--outputFile.json=${report}`])
  const found = readFindings(report, dir)
  expect(new Map(found.map(({ test: name, passedLater }) => [name, passedLater]))).toEqual(
    new Map([
      ['broken.test.mjs', false],
      ['planted.test.mjs › does not hold', false],
      ['planted.test.mjs › holds the second time', true],
    ]),
  )
  expect(found.find(({ test: name }) => name.endsWith('not hold'))?.why).toContain('expected 1 to be 2')
  expect(found.find(({ test: name }) => name === 'broken.test.mjs')?.why).toContain('no way in')
})

test('names what failed in the journeys, and what needed a second try', () => {
  writeFileSync(join(dir, 'planted.spec.mjs'), tests('@playwright/test'))
  const report = join(dir, 'playwright.json')
  const args = ['test', '-c', dir, '--reporter=json', '--retries=1', '--output', join(dir, 'out')]
  runs('playwright', args, { PLAYWRIGHT_JSON_OUTPUT_NAME: report })
  const found = readFindings(report, dir)
  expect(new Map(found.map(({ test: name, passedLater }) => [name, passedLater]))).toEqual(
    new Map([
      ['planted.spec.mjs › does not hold', false],
      ['planted.spec.mjs › holds the second time', true],
    ]),
  )
  expect(found.every(({ why }) => why.includes('Expected'))).toBe(true)
})

test('says nothing where a runner left no report', () => {
  expect(readFindings(join(dir, 'none.json'), dir)).toEqual([])
})

test('a step in which a test passed only when it was tried again has failed', () => {
  const findings = [{ test: 'planted', why: 'expected 1 to be 2', passedLater: true }]
  expect(hasHeld({ code: 0, findings: [] })).toBe(true)
  expect(hasHeld({ code: 0, findings })).toBe(false)
  expect(hasHeld({ code: 1, findings: [] })).toBe(false)
})
