import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

const later = () => new Promise((done) => setImmediate(done))

test('one subject has a limited number of running turns, and the others wait in order', async () => {
  const { acquire } = createTurns({ running: 2, waiting: 2 })
  const started: number[] = []
  const ends: (() => void)[] = []
  const request = async (number: number, subject = 'ana') => {
    const end = await acquire(subject)
    started.push(end ? number : -number)
    if (end) ends.push(end)
  }
  for (const number of [1, 2, 3, 4]) void request(number)
  await later()
  expect(started).toEqual([1, 2])
  await request(5, 'luis')
  expect(started).toEqual([1, 2, 5])
  ends[1]?.()
  await later()
  expect(started).toEqual([1, 2, 5, 3])
  ends[0]?.()
  await later()
  for (const end of ends.slice(2)) end()
  await later()
  expect(started).toEqual([1, 2, 5, 3, 4])
  ends.at(-1)?.()
  // All turns ended, so as many run again as at the start.
  for (const number of [6, 7, 8, 9, 10]) void request(number)
  await later()
  // Two already wait when the tenth arrives.
  expect(started.slice(5)).toEqual([6, 7, -10])
})
