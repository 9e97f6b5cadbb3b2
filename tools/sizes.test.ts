import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSizes, writtenSizes } from './sizes.ts'

/** The page is written again when a folder has grown or shrunk by so much. */
const mostShare = 0.15

test('the sizes of docs/performance.md are about those of today (node tools/sizes.ts)', () => {
  const page = readFileSync(join(import.meta.dirname, '../docs/performance.md'), 'utf8')
  const written = writtenSizes(page)
  const sizes = readSizes()
  expect(written.map(({ name }) => name)).toEqual(sizes.map(({ name }) => name))
  const isFar = (is: number, was: number) => Math.abs(is - was) > is * mostShare
  const far = sizes.filter(({ lines, files }, index) => {
    const was = written[index]
    return !was || isFar(lines, was.lines) || isFar(files, was.files)
  })
  expect(far).toEqual([])
})

test('the last column of a row is read', () => {
  const page = '| what | now |\n|---|---:|\n| server | 55,654 (572) | 124,728 (1,249) |\n| a page | 1 | 2 |\n'
  expect(writtenSizes(page)).toEqual([{ name: 'server', lines: 124_728, files: 1249 }])
})
