import { expect, test } from 'vitest'
import { createMessageOf } from '../kernel/text.ts'
import { factorNameIn } from './factor-name.ts'

const messageOf = createMessageOf()

test.each([
  ['es', 'totp', 'An authenticator app', 'Una app de códigos'],
  ['en', 'totp', 'Una app de códigos 2', 'An authenticator app 2'],
  ['es', 'passkey', 'Chrome on Linux', 'Chrome en Linux'],
  ['en', 'passkey', 'Chrome en Linux 2', 'Chrome on Linux 2'],
  ['es', 'passkey', 'My old phone', 'My old phone'],
  ['es', 'sms', 'An authenticator app', 'An authenticator app'],
] as const)('in %s the %s %s is %s', (lang, method, name, said) => {
  expect(factorNameIn(lang, { method, name }, messageOf)).toBe(said)
})
