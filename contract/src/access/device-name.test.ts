import { describe, expect, it } from 'vitest'
import { deviceName, knownDeviceName } from './device-name.ts'

const cases = [
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
    'iPhone, Safari',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0',
    'Windows, Edge',
  ],
  [
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36',
    'Android, Chrome',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0', 'Linux, Firefox'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
    'Mac, Safari',
  ],
] as const

describe('the name of a device', () => {
  it.each(cases)('of %s', (agent, name) => {
    expect(deviceName(agent)).toBe(name)
  })

  it('is null for an unknown user agent, whatever text it has', () => {
    expect(knownDeviceName(cases[0][0])).toBe('iPhone, Safari')
    expect(knownDeviceName('Your bank: call http://evil.example')).toBeNull()
  })

  it('is the shortened user agent when it is unknown', () => {
    expect(deviceName('curl/8.9.1')).toBe('curl/8.9.1')
    expect(deviceName('')).toBe('')
    expect(deviceName('x'.repeat(500))).toHaveLength(60)
  })
})
