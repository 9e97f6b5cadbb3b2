import { expect, test } from 'vitest'
import type { FactorMethod } from '@cardamom/contract/access/step-up'
import { codeMethodsOf, methodsFor, methodsToAdd, type Factor, type ProofFor } from './factor.ts'

const now = new Date('2026-11-20T12:00:00.000Z')
const later = new Date(now.getTime() + 1)
const factor = (method: FactorMethod, fullFrom = now): Factor => ({
  id: method,
  providerId: method,
  method,
  name: method,
  detail: null,
  credentialId: null,
  deviceId: null,
  synced: null,
  createdAt: now,
  lastUsedAt: null,
  fullFrom,
})

type Case = [what: ProofFor, have: Factor[], will: FactorMethod[]]
const cases: Case[] = [
  ['login', [factor('email_otp'), factor('passkey')], ['passkey', 'email_otp']],
  ['login', [factor('sms'), factor('sms')], ['sms']],
  ['S1', [factor('magic_link')], ['magic_link']],
  ['S1', [factor('passkey', later)], ['passkey']],
  ['S2', [factor('passkey'), factor('totp')], ['passkey']],
  ['S2', [factor('totp')], ['totp']],
  ['S2', [factor('totp'), factor('security_key')], ['security_key', 'totp']],
  ['S2', [factor('email_otp'), factor('sms'), factor('magic_link')], []],
  // A new passkey does not count yet and does not replace the factors before it.
  ['S2', [factor('totp'), factor('passkey', later)], ['totp']],
  ['S2', [factor('passkey', later)], []],
  ['S3', [factor('passkey'), factor('totp')], ['passkey']],
  ['S3', [factor('totp'), factor('security_key')], []],
]

test.each(cases)('%s of %#: the best method that the person has, and no weaker one', (what, have, will) => {
  expect(methodsFor(what, have, now)).toEqual(will)
})

test('a person without a factor does not pass and is told what to add', () => {
  for (const what of ['login', 'S1', 'S2', 'S3'] as const) expect(methodsFor(what, [], now)).toEqual([])
  expect(methodsToAdd('S1')).toEqual(['passkey', 'totp', 'email_otp'])
  expect(methodsToAdd('S2')).toEqual(['passkey', 'totp'])
  expect(methodsToAdd('S3')).toEqual(['passkey'])
})

test('the code step accepts methods with a code, once they count in full', () => {
  const have = [factor('passkey'), factor('sms'), factor('totp'), factor('email_otp', later)]
  expect(codeMethodsOf(have, now)).toEqual(['totp', 'sms'])
})
