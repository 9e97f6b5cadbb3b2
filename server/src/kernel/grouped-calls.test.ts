import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createGroupedCalls } from './grouped-calls.ts'

/** Groups that run until `finish` ends the first of them. */
const createBench = (limits: { most: number; atOnce: number }) => {
  const groups: string[][] = []
  const ends: ((error?: Error) => void)[] = []
  const call = createGroupedCalls<string, string>({
    ...limits,
    run: async (items) => {
      groups.push([...items])
      await new Promise<void>((resolve, reject) => ends.push((error) => (error ? reject(error) : resolve())))
      return items.map((item) => `${item}!`)
    },
  })
  return { call, groups, finish: (error?: Error) => ends.shift()?.(error) }
}

test('items of one turn leave together, and each caller gets the value of its own item', async () => {
  const { call, groups, finish } = createBench({ most: 8, atOnce: 1 })
  const answers = Promise.all(['a', 'b', 'c'].map(call))
  await turn()
  finish()
  expect(await answers).toEqual(['a!', 'b!', 'c!'])
  expect(groups).toEqual([['a', 'b', 'c']])
})

test('items that come while the most groups run leave when one ends, at most as many as fit', async () => {
  const { call, groups, finish } = createBench({ most: 2, atOnce: 2 })
  const answers = ['a', 'b', 'c'].map(call)
  await turn()
  expect(groups).toEqual([['a', 'b'], ['c']])
  answers.push(...['d', 'e', 'f'].map(call))
  await turn()
  expect(groups).toHaveLength(2)
  finish()
  await turn()
  await turn()
  expect(groups.slice(2)).toEqual([['d', 'e']])
  for (let group = 0; group < 3; group += 1) {
    finish()
    await turn()
    await turn()
  }
  expect(await Promise.all(answers)).toEqual(['a!', 'b!', 'c!', 'd!', 'e!', 'f!'])
})

test('a group that fails fails for its callers only', async () => {
  const { call, finish } = createBench({ most: 2, atOnce: 1 })
  const [failed, later] = [Promise.allSettled(['a', 'b'].map(call)), call('c')]
  await turn()
  finish(new Error('lost'))
  expect((await failed).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await turn()
  finish()
  expect(await later).toBe('c!')
})
