import { describe, expect, it } from 'vitest'
import { oldVerbsInComments } from './comment-verbs.ts'
import {
  isOldWord,
  namesIn,
  oldNames,
  oldTermsIn,
  replacedTermsIn,
  participleTypes,
  readSources,
} from './glossary.ts'

it('no name has a word that docs/glossary.md replaces', () => {
  expect(readSources().length).toBeGreaterThan(500)
  expect(oldNames(readSources())).toEqual([])
})

it('no file has a term of the old pages', () => {
  const planted = { path: 'web/src/a.ts', text: "// The way out.\njobs.keep('a', run)" }
  expect(oldTermsIn([planted])).toEqual(['web/src/a.ts: way out'])
  expect(oldTermsIn(readSources())).toEqual([])
})

it('no comment and no text of the log has a verb that docs/glossary.md replaces', () => {
  const text = `/** The operator\n * gives a limit. */
    // Money is taken\n    // back by a person.
    log.warn('Somebody asked')
    const url = 'https://keep.test' // keep-alive, and a given name
    call('It gives a price')`
  expect(oldVerbsInComments([{ path: 'web/src/a.ts', text }])).toEqual([
    'web/src/a.ts: gives',
    'web/src/a.ts: taken back',
    'web/src/a.ts: somebody',
  ])
  expect(oldVerbsInComments(readSources())).toEqual([])
})

it('a text says deposit and tier for what the glossary calls so', () => {
  const text = "  a: 'Each top-up',\n  b: 'A company of level 2',\n  topup: 'Level 4: seller two',"
  const en = 'contract/src/messages/en/a.ts'
  expect(replacedTermsIn([{ path: en, text }])).toEqual([`top-up in ${en}`, `company of level in ${en}`])
  const es = 'contract/src/messages/es/a.ts'
  const spanish = "  a: 'Recarga la página',\n  b: 'La siguiente recarga',"
  expect(replacedTermsIn([{ path: es, text: spanish }])).toEqual([`recarga in ${es}`])
  const ledger = 'contract/src/messages/en/admin/ledger-postings.ts'
  expect(replacedTermsIn([{ path: ledger, text: "a: 'Top-up accepted'" }])).toEqual([])
  expect(replacedTermsIn(readSources())).toEqual([])
})

it('no type is named by a participle alone', () => {
  const text = 'type Stated = A\n  interface Found<T> {}\nexport type Speed = 1\ntype FoundSession = 2\n'
  expect(participleTypes([{ path: 'a.ts', text }])).toEqual(['Stated in a.ts', 'Found in a.ts'])
  const sources = readSources().filter(({ path }) => !path.startsWith('tools/glossary'))
  expect(participleTypes(sources)).toEqual([])
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
      'isAsked',
      'stillLooking',
      'useFocusKept',
      'beginningOf',
      'KeptRow',
      'MovedRow',
    ])
      expect(isOldWord(name), name).toBe(true)
    for (const name of [
      'surface',
      'replaceAll',
      'sidebar',
      'interface',
      'retakeAfter',
      'wordless',
      'lookup',
      'taskAt',
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

  it('is found as a type', () => {
    const found = (text: string) => namesIn({ path: 'server/src/a/b.ts', text }).filter(isOldWord)
    expect(found('type Asked = string\ninterface KeepResult {}\nclass Taken extends Error {}')).toEqual([
      'Asked',
      'KeepResult',
      'Taken',
    ])
  })

  it('is found as a style sheet and as a file of SQL', () => {
    const found = (path: string, text = '') => namesIn({ path, text }).filter(isOldWord)
    expect(found('sandbox/kyc/page/look.css')).toEqual(['look'])
    expect(found('server/src/kyc/migrations/0999-kept-cases.sql')).toEqual(['0999-kept-cases'])
    expect(found('server/src/kyc/migrations/0600-kept-cases.sql', 'create table kept (a int);')).toEqual([])
    expect(
      found('server/src/kyc/migrations/0999-cases.check.sql', "select pg_temp.has_not('table', 'kept');"),
    ).toEqual([])
  })

  it('is found in a new migration', () => {
    const found = (text: string) =>
      namesIn({ path: 'server/src/kyc/migrations/0999-cases.sql', text }).filter(isOldWord)
    const table =
      "create table if not exists taken_case (\n  id uuid,\n  is_kept boolean check (is_kept <> 'asked')\n);"
    expect(found(table)).toEqual(['taken_case', 'is_kept'])
    expect(found('create unique index case_beside on kyc_case (id);')).toEqual(['case_beside'])
    expect(found('create policy everything on kyc_case using (true);')).toEqual(['everything'])
    expect(
      found('create or replace function take_case(p_asked text, p_kept int) returns void as $$'),
    ).toEqual(['take_case', 'p_asked', 'p_kept'])
    expect(
      found('alter table a add column looked boolean, add given int, add constraint a_kept check (true);'),
    ).toEqual(['looked', 'a_kept', 'given'])
    expect(found('alter table a rename column looked to given_at;\nalter table a rename to kept;')).toEqual([
      'given_at',
      'kept',
    ])
    expect(found('-- create table kept\nalter table looked rename column asked to checked;')).toEqual([])
  })

  it('is found as a state, an event, and a value of a type or of the contract', () => {
    const found = (path: string, text: string) => namesIn({ path, text }).filter(isOldWord)
    const table = "const a = transitions({ initial: ['asked'], states: { kept: { 'card.taken': 'given' } } })"
    expect(found('server/src/a/b.ts', table)).toEqual(['asked', 'card.taken', 'given', 'kept', 'card.taken'])
    expect(found('server/src/a/b.ts', "type A = { kind: 'ask' | 'answer' } | null")).toEqual(['ask'])
    expect(found('server/src/a/b.ts', "import { a } from './keep.ts'\nsay('taken')")).toEqual([])
    expect(
      found('contract/src/a.ts', "const a = z.enum(['face_kept', 'open'])\nconst b = ['given'] as const"),
    ).toEqual(['face_kept', 'given'])
    expect(
      found('contract/src/a.ts', "const events = { 'card.asked': card(), open: 'Everything is given.' }"),
    ).toEqual(['card.asked'])
    expect(found('contract/src/messages/en/a.ts', "export const messages = { title: 'Everything' }")).toEqual(
      [],
    )
  })

  it('is reported with its file', () => {
    const source = { path: 'a/b.ts', text: 'export const takeCode = 1\n' }
    expect(oldNames([source, source])).toEqual(['takeCode in a/b.ts'])
  })
})
