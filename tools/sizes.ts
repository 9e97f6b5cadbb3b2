import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Prints the lines of each folder for docs/performance.md: `node tools/sizes.ts`. */

const root = join(import.meta.dirname, '..')
const folders = ['contract', 'server', 'signer', 'web', 'sandbox', 'tests', 'tools'] as const
const isForeign = (path: string) => /(^|\/)(node_modules|dist|dist-\w+|artifacts|out|\.data)$/.test(path)

type Size = { readonly name: string; readonly lines: number; readonly files: number }

const count = (pattern: string) => {
  const files = globSync(pattern, { cwd: root, exclude: isForeign }).filter(
    (path) => !path.endsWith('.check.sql'),
  )
  const lines = files.map((path) => readFileSync(join(root, path), 'utf8').split('\n').length - 1)
  return { lines: lines.reduce((sum, each) => sum + each, 0), files: files.length }
}

/** TypeScript of each folder with its tests and texts, and the migrations without their checks. */
export const readSizes = (): Size[] => [
  ...folders.map((name) => ({ name, ...count(`${name}/**/*.{ts,tsx}`) })),
  { name: 'migrations', ...count('server/src/*/migrations/[0-9]*.sql') },
]

/** The last column of the table with these sizes: `| server | 55,654 (572) | 124,728 (1,249) |`. */
export const writtenSizes = (page: string): Size[] =>
  [...page.matchAll(/^\| (\w+) \|.* ([\d,]+) \(([\d,]+)\) \|$/gm)].map(
    ([, name = '', lines = '', files = '']) => ({
      name,
      lines: Number(lines.replaceAll(',', '')),
      files: Number(files.replaceAll(',', '')),
    }),
  )

if (import.meta.main) {
  const text = (value: number) => value.toLocaleString('en')
  for (const { name, lines, files } of readSizes())
    console.log(`| ${name} | ${text(lines)} (${text(files)}) |`)
}
