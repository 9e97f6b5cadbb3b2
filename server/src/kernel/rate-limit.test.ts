import { expect, test } from 'vitest'
import { createRateLimits, networkOf } from './rate-limit.ts'

let nowMs = 1_800_000_000_000
const limits = () => createRateLimits(() => new Date(nowMs), true)

test('all addresses of one IPv6 network count as one, an IPv4 address as itself', () => {
  expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64')
  expect(networkOf('2001:0DB8:0001:0002::1')).toBe('2001:db8:1:2::/64')
  expect(networkOf('2001:db8::1')).toBe('2001:db8:0:0::/64')
  expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0::/64')
  expect(networkOf('::1')).toBe('0:0:0:0::/64')
  expect(networkOf('1::')).toBe('1:0:0:0::/64')
  expect(networkOf('203.0.113.7')).toBe('203.0.113.7')
  expect(networkOf('::ffff:203.0.113.7')).toBe('203.0.113.7')
  expect(networkOf('nonsense')).toBe('nonsense')
})

test('the limit holds for a minute from the first request', () => {
  const { consume } = limits()
  for (let count = 0; count < 30; count += 1) expect(consume('login', 'a').retryAfterSeconds).toBeNull()
  nowMs += 20_000
  expect(consume('login', 'a')).toMatchObject({ remaining: 0, retryAfterSeconds: 40 })
  expect(consume('login', 'b').retryAfterSeconds).toBeNull()
  nowMs += 40_000
  expect(consume('login', 'a')).toMatchObject({ remaining: 29, retryAfterSeconds: null })
})

test('too many networks remove only the oldest window', () => {
  const { consume } = limits()
  const fill = (name: string) => {
    for (let count = 0; count < 31; count += 1) consume('login', name)
  }
  fill('first')
  fill('second')
  for (let count = 0; count < 49_999; count += 1) consume('login', `crowd ${count}`)
  expect(consume('login', 'second').retryAfterSeconds).toBe(60)
  expect(consume('login', 'first').retryAfterSeconds).toBeNull()
})

test('disabled limits count and refuse no call', () => {
  const { consume } = createRateLimits(() => new Date(nowMs), false)
  for (let count = 0; count < 31; count += 1) consume('login', 'a')
  expect(consume('login', 'a')).toMatchObject({ remaining: 0, retryAfterSeconds: null })
})
