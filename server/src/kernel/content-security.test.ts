import { expect, test } from 'vitest'
import { sandboxSettings } from './config.test-kit.ts'
import { readConfig } from './config.ts'
import { contentSecurityPolicy, mayFrameKyc, permissionsPolicy } from './content-security.ts'

const configWith = (kyc: Record<string, string>) => readConfig({ ...sandboxSettings, ...kyc })

test('the pages of an identity check may be framed from every host of Veriff’s sessions', () => {
  const config = configWith({ KYC_URL: 'https://stationapi.veriff.com' })
  const pages = ['https://*.veriff.me', 'https://*.veriff.com']
  expect(contentSecurityPolicy(config)['frame-src']).toEqual(expect.arrayContaining(pages))
  const permissions = permissionsPolicy(config)
  expect(permissions).toContain('camera=(self "https://*.veriff.me" "https://*.veriff.com")')
  expect(permissions).toContain('microphone=("https://*.veriff.me" "https://*.veriff.com")')
  expect(mayFrameKyc(config, 'https://magic.veriff.me/v/token')).toBe(true)
  expect(mayFrameKyc(config, 'https://alchemy.veriff.com/v/token')).toBe(true)
  for (const other of [
    'http://magic.veriff.me/v/token',
    'https://veriff.me.evil.example/v',
    'https://evil.example/v',
  ])
    expect(mayFrameKyc(config, other)).toBe(false)
})

test('a setting names the one host of the pages, and no other host is framed', () => {
  const config = configWith({ KYC_URL: 'http://127.0.0.1:4020', KYC_PUBLIC_URL: 'https://check.example' })
  expect(contentSecurityPolicy(config)['frame-src']).toContain('https://check.example')
  expect(contentSecurityPolicy(config)['frame-src']).not.toContain('http://127.0.0.1:4020')
  expect(mayFrameKyc(config, 'https://check.example/v/token')).toBe(true)
  expect(mayFrameKyc(config, 'http://127.0.0.1:4020/v/token')).toBe(false)
})
