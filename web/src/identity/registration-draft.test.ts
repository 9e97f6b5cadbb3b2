import { beforeEach, expect, test } from 'vitest'
import { installBrowser } from '../kernel/kernel-test-kit.ts'
import { saveDraft, readDraft } from './registration-draft.ts'

beforeEach(() => void installBrowser('http://localhost'))

test('what was typed comes back, without the password', () => {
  saveDraft({ firstName: 'Rosa', city: '', password: 'own secret' })
  expect(readDraft()).toEqual({ firstName: 'Rosa' })
})

test('a field that the form has no more is not sent, and neither is what is no text', () => {
  const older = { firstName: 'Rosa', faxNumber: '123', street: 5 }
  sessionStorage.setItem('cardamom-registration', JSON.stringify(older))
  expect(readDraft()).toEqual({ firstName: 'Rosa' })
  sessionStorage.setItem('cardamom-registration', 'no JSON')
  expect(readDraft()).toEqual({})
})
