import { describe, expect, it } from 'vitest'
import { isOldWord, namesIn, oldNames, oldTermsIn, readSources } from './glossary.ts'

it('no name has a word that docs/glossary.md replaces', () => {
  expect(readSources().length).toBeGreaterThan(500)
  expect(oldNames(readSources())).toEqual([])
})

it('nothing is called by a term that only our old pages had', () => {
  const planted = { path: 'web/src/a.ts', text: "// The way out.\njobs.keep('a', run)" }
  expect(oldTermsIn([planted])).toEqual(['web/src/a.ts: way out'])
  expect(oldTermsIn(readSources())).toEqual([])
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

  it('is told with its file', () => {
    const source = { path: 'a/b.ts', text: 'export const takeCode = 1\n' }
    expect(oldNames([source, source])).toEqual(['takeCode in a/b.ts'])
  })
})
