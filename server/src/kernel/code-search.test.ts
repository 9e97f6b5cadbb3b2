import { expect, test } from 'vitest'
import { hexCodesOf, idEndsOf } from './code-search.ts'
import { createIds, publicRef } from './ids.ts'

test('a reference, or its beginning, names the end of its id, however it is typed', () => {
  const ids = createIds(() => 0)
  for (let made = 0; made < 100; made += 1) {
    const id = ids.next()
    const end = id.slice(-10)
    const ref = publicRef('T', id)
    expect(idEndsOf('T', ` ${ref.toLowerCase()} `)).toEqual({ from: end, to: end })
    for (let digits = 2; digits < 8; digits += 1) {
      const { from = '', to = '' } = idEndsOf('T', ref.slice(0, 2 + digits)) ?? {}
      expect([from <= end, end <= to]).toEqual([true, true])
      expect(BigInt(`0x${to}`) - BigInt(`0x${from}`)).toBe(32n ** BigInt(8 - digits) - 1n)
    }
  }
  expect(idEndsOf('T', 'T-ILO00000')).toEqual(idEndsOf('T', 'T-11000000'))
  expect(
    ['T-1', 'L-12345678', 'T-123456789', `'; --`, 'T-UUUUUUUU'].map((typed) => idEndsOf('T', typed)),
  ).toEqual([null, null, null, null, null])
})

test('a hash or an address is found by its beginning of at least four digits', () => {
  const { from = '', to = '' } = hexCodesOf(' 0xD8DA ') ?? {}
  for (const code of ['0xd8da', '0xd8da6bf26964', '0xd8daffff'])
    expect([from <= code, code <= to]).toEqual([true, true])
  for (const code of ['0xd8d9ffff', '0xd8db', '0xd8']) expect(from <= code && code <= to).toBe(false)
  expect(['0xd8d', 'd8da6bf2', '0xd8dag', `0x${'1'.repeat(65)}`].map(hexCodesOf)).toEqual([
    null,
    null,
    null,
    null,
  ])
})
