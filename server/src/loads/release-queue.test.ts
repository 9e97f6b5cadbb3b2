import { expect, test } from 'vitest'
import type { Work } from '../kernel/jobs.ts'
import { createReleaseQueue, type ReleaseSource } from './release-queue.ts'

const work = {} as Work
const pagesOf =
  (hours: readonly number[], name: string): ReleaseSource =>
  (_work, { after }) => {
    const all = hours.map((hour) => ({
      id: `${name}${hour}`,
      since: new Date(hour * 3_600_000),
      start: () => Promise.resolve('started' as const),
    }))
    const from = after === null ? 0 : all.findIndex(({ id }) => id === after.id) + 1
    return Promise.resolve(all.slice(from, from + 2))
  }

test('what waits longest comes first, from whichever source and page it is', async () => {
  const sources = [pagesOf([1, 2, 3, 8, 9], 'load'), pagesOf([2.5, 4, 5, 6], 'wallet'), pagesOf([], 'none')]
  const next = createReleaseQueue(sources, { work, speed: 'regular', now: new Date(0) })
  const order: string[] = []
  for (let each = await next(); each; each = await next()) order.push(each.id)
  expect(order).toEqual('load1 load2 wallet2.5 load3 wallet4 wallet5 wallet6 load8 load9'.split(' '))
  expect(await next()).toBeNull()
})
