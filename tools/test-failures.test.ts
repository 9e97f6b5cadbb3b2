import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readFindings } from './test-failures.ts'

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
`
const runs = (name: string, args: string[], env: Record<string, string> = {}) =>
  spawnSync(join(modules, '.bin', name), args, { cwd: dir, env: { ...process.env, ...env }, stdio: 'ignore' })

test('names what failed in the unit tests, and a file that never came to its tests', () => {
  writeFileSync(join(dir, 'planted.test.mjs'), tests('vitest'))
  writeFileSync(join(dir, 'broken.test.mjs'), `import { test } from 'vitest'\nthrow new Error('no way in')\n`)
  const report = join(dir, 'vitest.json')
  runs('vitest', ['run', '--root', dir, '--reporter=json', `--outputFile.json=${report}`])
  const found = readFindings(report, dir)
  const names = new Set(found.map(({ test: name }) => name))
  expect(names).toEqual(new Set(['broken.test.mjs', 'planted.test.mjs › does not hold']))
  expect(found.find(({ test: name }) => name.endsWith('not hold'))?.why).toContain('expected 1 to be 2')
  expect(found.find(({ test: name }) => name === 'broken.test.mjs')?.why).toContain('no way in')
})

test('names what failed in the journeys', () => {
  writeFileSync(join(dir, 'planted.spec.mjs'), tests('@playwright/test'))
  const report = join(dir, 'playwright.json')
  const args = ['test', '-c', dir, '--reporter=json', '--output', join(dir, 'out')]
  runs('playwright', args, { PLAYWRIGHT_JSON_OUTPUT_NAME: report })
  const found = readFindings(report, dir)
  expect(found.map(({ test: name }) => name)).toEqual(['planted.spec.mjs › does not hold'])
  expect(found.every(({ why }) => why.includes('Expected'))).toBe(true)
})

test('tells what the browsers of a failed journey received', () => {
  const attached = `import { expect, test } from '@playwright/test'
test('fails', async ({}, info) => {
  await info.attach('last answers', { body: 'GET /api/cards 503 busy' })
  await info.attach('picture', { body: 'not told' })
  expect(1).toBe(2)
})
`
  writeFileSync(join(dir, 'attached.spec.mjs'), attached)
  const report = join(dir, 'playwright.json')
  const args = ['test', '-c', dir, '--reporter=json', '--output', join(dir, 'out')]
  runs('playwright', args, { PLAYWRIGHT_JSON_OUTPUT_NAME: report })
  const told = readFindings(report, dir).flatMap(({ seen }) => seen)
  expect(told).toContain('GET /api/cards 503 busy')
  expect(told).not.toContain('not told')
})

test('says nothing where a runner left no report', () => {
  expect(readFindings(join(dir, 'none.json'), dir)).toEqual([])
})
