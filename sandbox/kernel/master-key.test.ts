import { existsSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readMasterKey } from './master-key.ts'

const emptyFolder = () => mkdtempSync(join(tmpdir(), 'master-key-'))

test('the key is made once, and only its owner can read it', () => {
  const folder = emptyFolder()
  const first = readMasterKey(folder, {})
  expect(first).toHaveLength(44)
  expect(readMasterKey(folder, {})).toBe(first)
  expect(statSync(join(folder, 'encryption.key')).mode & 0o777).toBe(0o600)
})

test('a key file with the former name is still used', () => {
  const folder = emptyFolder()
  writeFileSync(join(folder, 'seal.key'), 'made earlier')
  expect(readMasterKey(folder, {})).toBe('made earlier')
  expect(existsSync(join(folder, 'seal.key'))).toBe(false)
  expect(readFileSync(join(folder, 'encryption.key'), 'utf8')).toBe('made earlier')
})

test('a configured key has priority, and its former name is refused', () => {
  const folder = emptyFolder()
  expect(readMasterKey(folder, { encryptionKey: 'configured' })).toBe('configured')
  expect(() => readMasterKey(folder, { sealKey: 'configured' })).toThrow('encryptionKey')
  expect(existsSync(join(folder, 'encryption.key'))).toBe(false)
})
