import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { makeDataFolder, refuseRemoval, removeData } from './data-folder.ts'
import { ownSecrets } from './secrets.ts'
import { claimData } from './single-start.ts'

/** `npm run reset` removes the product's unused data, and nothing else. */
const parent = mkdtempSync('/var/tmp/cardamom-reset-test-')
const dataDir = join(parent, 'data')
afterAll(() => rmSync(parent, { recursive: true, force: true }))

beforeEach(() => {
  rmSync(dataDir, { recursive: true, force: true })
  mkdirSync(join(dataDir, 'postgres/base'), { recursive: true })
  writeFileSync(join(dataDir, 'postgres/base/1'), 'rows')
  ownSecrets(dataDir)
})

test('all data and the folder are removed', () => {
  expect(removeData(dataDir)).toEqual([])
  expect(existsSync(dataDir)).toBe(false)
})

test('files of others stay', () => {
  writeFileSync(join(dataDir, 'letter.txt'), 'dear')
  expect(removeData(dataDir)).toEqual(['letter.txt'])
  expect(readdirSync(dataDir)).toEqual(['letter.txt'])
})

test('data of a running product stays', () => {
  const release = claimData(dataDir)
  expect(() => removeData(dataDir)).toThrow(`(process ${process.pid}): stop it first`)
  expect(existsSync(join(dataDir, 'postgres/base/1'))).toBe(true)
  release()
})

test('a folder that no start made stays', () => {
  for (const text of [null, '{}', 'not json']) {
    rmSync(join(dataDir, 'secrets.json'), { force: true })
    if (text !== null) writeFileSync(join(dataDir, 'secrets.json'), text)
    expect(() => removeData(dataDir)).toThrow('does not look like data of Cardamom')
    expect(existsSync(join(dataDir, 'postgres/base/1'))).toBe(true)
  }
  expect(() => refuseRemoval(join(parent, 'nowhere'))).toThrow('There is nothing to remove')
})

test('no other user of the machine can list what a start makes, nor stores that were open before', () => {
  const modeOf = (path: string) => statSync(path).mode & 0o777
  const folder = join(parent, 'made/below')
  makeDataFolder(folder)
  // As root the database runs as another user, who must be able to pass through.
  expect(modeOf(folder)).toBe(process.getuid?.() === 0 ? 0o711 : 0o700)
  expect(modeOf(join(parent, 'made'))).toBe(modeOf(folder))
  mkdirSync(join(folder, 'mail'))
  chmodSync(join(folder, 'mail'), 0o755)
  makeDataFolder(folder)
  expect(modeOf(join(folder, 'mail'))).toBe(0o700)
})

test('keys of an earlier version have the same values under the current names', () => {
  const file = join(dataDir, 'secrets.json')
  const { encryptionKey, ledgerSigningKey, ...others } = ownSecrets(dataDir)
  const earlier = { ...others, sealKey: encryptionKey, ledgerSealKey: ledgerSigningKey }
  writeFileSync(file, JSON.stringify(earlier))
  expect(ownSecrets(dataDir)).toEqual({ ...others, encryptionKey, ledgerSigningKey })
  // The names alone: a random key may spell a former name.
  const names = Object.keys(JSON.parse(readFileSync(file, 'utf8')) as object)
  expect(names.filter((name) => /seal/i.test(name))).toEqual([])
})
