import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import config from '../vitest.config.ts'

const root = join(import.meta.dirname, '..')
const tests = globSync('{contract,server,signer,tests,web,sandbox,tools}/**/*.test.ts', { cwd: root })

/** The test files of a project of vitest. */
const filesOf = (name: string): string[] => {
  const projects = config.test?.projects as { test: { name: string; include: string[] } }[]
  const include = projects.find(({ test: project }) => project.name === name)?.test.include ?? []
  const own = new Set(include.flatMap((pattern) => globSync(pattern, { cwd: root })))
  return tests.filter((file) => own.has(file) && file.endsWith('.db.test.ts') === (name === 'db'))
}

/**
 * Paths in the commands of a text that match no test file of their project. Paths with `<…>` are patterns and
 * are skipped.
 */
const emptyCommands = (text: string): string[] =>
  [...text.matchAll(/npx vitest run --project (\w+) ([^`<]+)`/g)].flatMap(([, project = '', parts = '']) => {
    const files = filesOf(project)
    return parts
      .split(' ')
      .filter((part) => !files.some((file) => file.includes(part)))
      .map((part) => `${project}: ${part}`)
  })

test('every test command of the guide runs a test', () => {
  const guide = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')
  expect(guide.match(/npx vitest run/g)?.length).toBeGreaterThan(10)
  expect(emptyCommands(guide)).toEqual([])
})

test('a command that runs no test is found', () => {
  const text = '`npx vitest run --project unit tools/tidy` `npx vitest run --project services tools/tidy`'
  expect(emptyCommands(text)).toEqual(['unit: tools/tidy'])
})
