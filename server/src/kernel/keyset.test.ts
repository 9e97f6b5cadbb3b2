import { expect, test } from 'vitest'
import { changedCursors } from '../../../tests/support/changed-cursors.ts'
import { idOfCursor, pageFrom } from './keyset.ts'

const filter = { list: 'cards', status: 'active' }
const ids = ['0191d6d8-8f0d-7a3c-8e3d-000000000001', '0191d6d8-8f0d-7a3c-8e3d-000000000002']
const { nextCursor } = pageFrom(
  ids.map((id) => ({ id })),
  { limit: 1, filter, count: 2 },
)
const refusal = { accepted: false, code: 'validation', data: { errors: { cursor: ['invalid'] } } }

test('a page goes on after the last id of the one before', () => {
  expect(idOfCursor(nextCursor!, filter)).toEqual({ accepted: true, value: ids[0] })
  expect(idOfCursor(undefined, filter)).toEqual({ accepted: true, value: null })
})

test('a cursor that was changed in any character, or is of another filter, is refused', () => {
  for (const changed of changedCursors(nextCursor!))
    expect(idOfCursor(changed, filter), changed).toMatchObject(refusal)
  expect(idOfCursor(nextCursor!, { ...filter, status: 'blocked' })).toMatchObject(refusal)
})
