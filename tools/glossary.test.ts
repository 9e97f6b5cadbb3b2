import { describe, expect, it } from 'vitest'
import { isOldWord, namesIn, oldNames, oldTermsIn, readSources } from './glossary.ts'

it('no name has a word that docs/glossary.md replaces', () => {
  expect(readSources().length).toBeGreaterThan(500)
  expect(oldNames(readSources())).toEqual([])
})

it('no file has a term of the old pages', () => {
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

  it('is found as a variable, a parameter, a member and a part of a pattern', () => {
    const found = (text: string) => namesIn({ path: 'web/src/a/b.tsx', text }).filter(isOldWord)
    expect(found('const f = (asked: string) => { let place = 0; return place }')).toEqual(['asked', 'place'])
    expect(found('function takeCode({ code: kept, ...begun }: A) {}')).toEqual(['takeCode', 'kept', 'begun'])
    expect(found('type A = { readonly look?: string; move(given: string): void }')).toEqual(['look', 'move'])
    expect(found('for (const [at, beside = 1] of list) at()')).toEqual(['beside'])
    expect(found("call({ keepAlive: true, 'kept in': 1 })")).toEqual([])
  })

  it('is found as a file, a folder, an export, a path and a column', () => {
    const names = (path: string, text: string) => namesIn({ path, text }).filter(isOldWord)
    expect(names('web/src/rescue/lies.tsx', '')).toEqual(['lies', 'rescue'])
    expect(
      names('web/src/a/b.ts', 'export const takeCode = 1\nexport async function giveBack() {}\n'),
    ).toHaveLength(2)
    expect(names('contract/src/a.ts', "call({\n  path: '/company/face',\n})")).toEqual(['/company/face'])
    expect(names('server/src/kernel/schema.ts', 'type A = {\n  sealedBy: string\n}\n')).toEqual(['sealedBy'])
  })

  it('is reported with its file', () => {
    const source = { path: 'a/b.ts', text: 'export const takeCode = 1\n' }
    expect(oldNames([source, source])).toEqual(['takeCode in a/b.ts'])
  })
})
