import { expect, test } from 'vitest'
import { decide, mostDecisions } from './decisions.ts'
import { NoTransition } from './states.ts'

const failing = (times: number, error: Error) => {
  let tries = 0
  return async () => {
    tries += 1
    if (tries <= times) throw error
    return tries
  }
}

test('a decision by rows that do not belong together is made again', async () => {
  expect(await decide(failing(mostDecisions - 1, new NoTransition('stale')))).toBe(mostDecisions)
})

test('a transition that never exists is a bug, and so is every other error', async () => {
  await expect(decide(failing(mostDecisions, new NoTransition('none')))).rejects.toThrow('none')
  await expect(decide(failing(1, new Error('broken')))).rejects.toThrow('broken')
})
