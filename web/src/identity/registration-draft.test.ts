import { beforeEach, expect, test } from 'vitest'
import { installBrowser } from '../kernel/kernel-test-kit.ts'
import { saveDraft, readDraft } from './registration-draft.ts'

beforeEach(() => void installBrowser('http://localhost'))

test('typed values are restored, without the password', () => {
  saveDraft({ firstName: 'Rosa', city: '', password: 'own secret' })
  expect(readDraft()).toEqual({ firstName: 'Rosa' })
})

test('a field that the form no longer has is not sent, and neither is a value that is no text', () => {
  const older = { firstName: 'Rosa', faxNumber: '123', street: 5 }
  sessionStorage.setItem('cardamom-registration', JSON.stringify(older))
  expect(readDraft()).toEqual({ firstName: 'Rosa' })
  sessionStorage.setItem('cardamom-registration', 'no JSON')
  expect(readDraft()).toEqual({})
})
