import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { profilingTextVersion } from './device-profiling.ts'
import { messages as english } from '../messages/en/device-profiling.ts'
import { messages as spanish } from '../messages/es/device-profiling.ts'

/**
 * The agreed text of each version. A changed text needs a new version here and in the contract, and everybody
 * decides again.
 */
const agreed: Readonly<Record<string, string>> = {
  '2026-11.2': '78c5ea010b58a87ac25bfebc6464ef3a36f4373b7b38088c6cba5cb39628214d',
  '2026-11': '3fcc960904ba87a1a0b2176ace7a2e52a2dd7dcf1a7d483cc79bd1b525d49f2a',
}

test('the text of a consent is the one of its version', () => {
  const shown = [english, spanish].map(({ dialogTitle, lead, consent }) => ({ dialogTitle, lead, consent }))
  const digest = createHash('sha256').update(JSON.stringify(shown)).digest('hex')
  expect(agreed[profilingTextVersion]).toBe(digest)
})
