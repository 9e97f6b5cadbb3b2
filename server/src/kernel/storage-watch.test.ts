import { expect, test } from 'vitest'
import { createLog, type Log } from './log.ts'
import { createStorageWatch } from './storage-watch.ts'

test('a failure is logged once a minute, also when it is only the cause of another error', () => {
  let nowMs = 0
  const said: string[] = []
  const log: Log = { ...createLog('silent'), error: (message) => said.push(message) }
  const watch = createStorageWatch({ realMs: () => nowMs, log })
  const full = Object.assign(new Error('no space'), { code: '53100' })
  expect(watch.report(new Error('A plan was lost', { cause: full }))).toBe('full')
  expect(watch.report(full)).toBe('full')
  expect(watch.report(new Error('another'))).toBe(null)
  nowMs = 60_000
  expect(watch.trouble()).toBe(null)
  watch.report(full)
  expect(said).toHaveLength(2)
  expect(said[0]).toMatch(/^The disk of the database is full: nothing is lost/)
})
