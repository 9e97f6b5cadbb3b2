import { expect, test } from 'vitest'
import { createIds, publicRef } from '../kernel/ids.ts'
import { idEndOf } from './transfer-search.ts'

test('a reference names the end of its id, however it is typed', () => {
  const ids = createIds(() => 0)
  for (let made = 0; made < 100; made += 1) {
    const id = ids.next()
    const ref = publicRef('T', id)
    expect(idEndOf(` ${ref.toLowerCase()} `)).toBe(id.slice(-10))
  }
  expect(idEndOf('T-ILO00000')).toBe(idEndOf('T-11000000'))
  expect(['T-1234567', 'L-12345678', `'; --`, 'T-UUUUUUUU'].map(idEndOf)).toEqual([null, null, null, null])
})
