import { expect, test } from 'vitest'
import { mailTries, passwordTries, countAttempt, type ThrottleRule, type ThrottleState } from './throttle.ts'

const start = Date.UTC(2026, 10, 20)
/** Counts tries at these seconds and returns the answer to each: null, or the seconds to wait. */
const tell = (rule: ThrottleRule, seconds: readonly number[]) => {
  let state: ThrottleState | null = null
  return seconds.map((second) => {
    const counted = countAttempt(state, rule, new Date(start + second * 1000))
    state = counted.state
    return counted.retryAfterSeconds
  })
}

test('five tries a minute are free, the sixth has to wait for one minute', () => {
  expect(tell(passwordTries, [0, 1, 2, 3, 4, 5])).toEqual([null, null, null, null, null, 60])
})

test('slow tries never wait', () => {
  expect(tell(passwordTries, [0, 20, 40, 60, 80, 100, 120, 140])).toEqual(Array(8).fill(null))
})

test('a try during the pause changes nothing', () => {
  expect(tell(passwordTries, [0, 0, 0, 0, 0, 0, 30, 59.5, 60])).toEqual([
    ...Array(5).fill(null),
    60,
    30,
    1,
    null,
  ])
})

test('the pause doubles up to sixteen minutes', () => {
  let second = 0
  const waits: number[] = []
  let state: ThrottleState | null = null
  while (waits.length < 7) {
    const counted = countAttempt(state, passwordTries, new Date(start + second * 1000))
    state = counted.state
    if (counted.retryAfterSeconds !== null) {
      waits.push(counted.retryAfterSeconds)
      second += counted.retryAfterSeconds
    }
  }
  expect(waits).toEqual([60, 120, 240, 480, 960, 960, 960])
})

test('after a day without a block the pause is short again', () => {
  const burst = Array(6).fill(0) as number[]
  const day = 86_400
  const later = burst.map(() => day + 61)
  expect(tell(passwordTries, [...burst, ...later]).at(-1)).toBe(60)
  const soon = burst.map(() => day - 1)
  expect(tell(passwordTries, [...burst, ...soon]).at(-1)).toBe(120)
})

test('mail: three in ten minutes, then the same pause each time', () => {
  expect(tell(mailTries, [0, 0, 0, 0, 600, 600, 600, 600])).toEqual([
    null,
    null,
    null,
    600,
    null,
    null,
    null,
    600,
  ])
})
