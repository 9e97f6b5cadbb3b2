import { describe, expect, it } from 'vitest'
import { compare, isOldWord, namesIn, readLeft, readSources } from './glossary.ts'

it('no new name has a word that docs/glossary.md replaces', () => {
  expect(readSources().length).toBeGreaterThan(500)
  expect(compare(readSources(), readLeft()).added).toEqual([])
})

it('tools/glossary-left.json lists only names that still stand (else: node tools/glossary.ts)', () => {
  expect(compare(readSources(), readLeft()).gone).toEqual([])
})

describe('a planted name', () => {
  it('is found by whole words', () => {
    for (const name of [
      'companyFace',
      'kyc-sealed',
      '/company/face',
      'takeTry',
      'keep',
      'BroughtBy',
      'issuer_place',
    ])
      expect(isOldWord(name), name).toBe(true)
    for (const name of [
      'surface',
      'replaceAll',
      'sidebar',
      'interface',
      'retakeAfter',
      'wordless',
      'KeptRow',
      'houseId',
    ])
      expect(isOldWord(name), name).toBe(false)
  })

  it('is found as a file, a folder, an export, a path and a column', () => {
    const names = (path: string, text: string) => namesIn({ path, text }).filter(isOldWord)
    expect(names('web/src/rescue/lies.tsx', '')).toEqual(['lies', 'rescue'])
    expect(
      names('web/src/a/b.ts', 'export const takeCode = 1\nexport async function giveBack() {}\n'),
    ).toHaveLength(2)
    expect(names('contract/src/a.ts', "  path: '/company/face',\n")).toEqual(['/company/face'])
    expect(names('server/src/kernel/schema.ts', '  sealedBy: string\n')).toEqual(['sealedBy'])
  })

  it('is no longer allowed once it is gone', () => {
    const source = { path: 'a/b.ts', text: 'export const takeCode = 1\n' }
    expect(compare([source], ['takeCode', 'giveBack'])).toEqual({ added: [], gone: ['giveBack'] })
    expect(compare([source], []).added).toEqual(['takeCode in a/b.ts'])
  })
})
