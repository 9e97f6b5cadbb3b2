import { expect, it } from 'vitest'
import { windowOf } from './load-progress.tsx'

it('names a month once when both days have it', () => {
  expect(windowOf('Mon 23 Nov', 'Wed 25 Nov')).toEqual({ from: 'Mon 23', to: 'Wed 25 Nov' })
  expect(windowOf('Mon 30 Nov', 'Wed 2 Dec')).toEqual({ from: 'Mon 30 Nov', to: 'Wed 2 Dec' })
})

it('shows both months where a year is written', () => {
  expect(windowOf('Mon 4 Jan 2027', 'Wed 6 Jan 2027')).toEqual({ from: 'Mon 4 Jan', to: 'Wed 6 Jan 2027' })
  expect(windowOf('Thu 31 Dec', 'Mon 4 Jan 2027')).toEqual({ from: 'Thu 31 Dec', to: 'Mon 4 Jan 2027' })
})
