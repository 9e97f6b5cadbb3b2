import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { allowedLong, differences, findLong } from './long-functions.ts'

test('functions have at most 60 lines, and the list of longer ones only shrinks (node tools/long-functions.ts)', async () => {
  expect(Object.keys(allowedLong()).length).toBeGreaterThan(0)
  expect(differences(await findLong(), allowedLong())).toEqual([])
})

test('a longer function is found, and a list that is too long too', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'long-'))
  const path = join(folder, 'planted.ts')
  writeFileSync(path, 'export const long = () => {\n  let sum = 0\n  sum += 1\n  return sum\n}\n')
  expect(Object.values(await findLong([path], 4))).toEqual([1])
  expect(await findLong([path], 5)).toEqual({})
  rmSync(folder, { recursive: true })
  expect(differences({ a: 2, b: 1 }, { a: 1, b: 1, c: 1 })).toEqual(['a: 2, allowed 1', 'c: 0, allowed 1'])
})
