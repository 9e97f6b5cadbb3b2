import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'

/** What only admin pages use must stay out of the first file that everybody loads. */
const root = join(import.meta.dirname, '..')
const source = join(root, 'web/src')
const adminTables = ['admin-routes.tsx', 'kernel/admin-texts.ts']

const importsOf = (file: string): string[] => {
  const code = readFileSync(join(source, file), 'utf8')
  const found = [...code.matchAll(/(?:from|import\(|^import) ?'(\.{1,2}\/[^']+\.tsx?)'/gm)]
  return found
    .map(([, to = '']) => relative(source, resolve(source, dirname(file), to)))
    .filter((to) => !to.startsWith('..') && existsSync(join(source, to)))
}

/** All files that these import, at once or later, without those behind `without`. */
const filesBehind = (starts: readonly string[], without: readonly string[] = []): string[] => {
  const found = new Set(starts)
  // A set that grows while it is read.
  for (const file of found) {
    for (const to of importsOf(file)) if (!without.includes(to)) found.add(to)
  }
  return [...found]
}

const textsIn = (code: string): string[] =>
  [...code.matchAll(/\b(?:(?:use|preload|core)Text\(|texts=)['"](\w+)['"]/g)].map(([, name = '']) => name)
const textsOf = (files: readonly string[]) =>
  new Set(files.flatMap((file) => textsIn(readFileSync(join(source, file), 'utf8'))))

const ofAll = filesBehind(['main.tsx'], adminTables)
const ofAdmins = filesBehind(adminTables)
const camelCase = (file: string) => file.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
const namesIn = (pattern: string) =>
  globSync(pattern, { cwd: join(root, 'contract/src/messages') }).map((file) =>
    camelCase(basename(file, '.ts')),
  )

test('a text that only admin pages read is in a folder `admin`, and no other page reads one from there', () => {
  const known = textsOf(ofAll)
  expect(known.size).toBeGreaterThan(20)
  for (const lang of ['en', 'es']) {
    const inFolder = namesIn(`${lang}/admin/*.ts`)
    const read = [...textsOf(ofAdmins)].filter((name) => !known.has(name))
    expect(read).toContain('kycCases')
    expect(read.filter((name) => !inFolder.includes(name))).toEqual([])
    expect(inFolder.filter((name) => known.has(name))).toEqual([])
  }
})

test('a page of admins is in their own table, and others import none of it', () => {
  const table = (file: string) => readFileSync(join(source, file), 'utf8')
  expect(table('routes.tsx')).not.toMatch(/'\/admin|area: 'admin'/)
  expect(table('admin-routes.tsx').match(/path: '(?!\/admin)/g)).toBeNull()
  expect(ofAdmins).toContain('shell/admin-nav.ts')
  expect(ofAll.filter((file) => /\/admin-(?:nav|layout|home-page)|kyc-cases-page/.test(file))).toEqual([])
})
