import { settingKeys, settings, type SettingKey } from '@cardamom/contract/settings'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts'
import { allTenants } from '../kernel/database.ts'
import { decodeSetting, encodeSetting, presetOf } from './setting.ts'
import { readSetting, readSettings, writeSetting } from './settings.sql.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const read = <K extends SettingKey>(key: K) => database.db.read(allTenants, (sql) => readSetting(sql, key))
const at = new Date('2026-11-20T00:00:00Z')

test.each(settingKeys)('the preset of %s has the required form', (key) => {
  expect(decodeSetting(key, JSON.parse(encodeSetting(key, presetOf(key))))).toEqual(settings[key].preset)
})

test('a setting that the operator did not change has its preset', async () => {
  expect(await read('kycAttemptLimit')).toBe(3)
  expect(await read('secondPersonAdjustment')).toBe(50_000n)
  expect(await read('sellerTwoShare')).toBe(800_000n)
})

test('a changed setting is stored, and money is exact', async () => {
  await database.db.write(allTenants, async (sql) => {
    await writeSetting(sql, { key: 'secondPersonWire', value: 99_999_999_999_999n, at, by: null })
    await writeSetting(sql, { key: 'kycAttemptLimit', value: 5, at, by: null })
    await writeSetting(sql, { key: 'kycAttemptLimit', value: 10, at, by: null })
  })
  const keys = ['secondPersonWire', 'kycAttemptLimit', 'newPayoutAddressWaitHours'] as const
  expect(await database.db.read(allTenants, (sql) => readSettings(sql, keys))).toEqual({
    secondPersonWire: 99_999_999_999_999n,
    kycAttemptLimit: 10,
    newPayoutAddressWaitHours: 24,
  })
})

test.each([
  ['kycAttemptLimit', 0],
  ['kycAttemptLimit', 11],
  ['adminPasswordMinimum', 5],
  ['holidays', ['2026-02-30']],
  ['supportedCountries', ['XX']],
  ['supportedCountries', []],
  ['supportedCountries', Array.from({ length: 250 }, () => 'PE')],
])('%s refuses %j', (key, value) => {
  expect(() => encodeSetting(key as 'kycAttemptLimit', value as number)).toThrow()
})

test('a stored value with an invalid form counts as unchanged', async () => {
  await database.db.write(allTenants, (sql) =>
    sql.run(
      `insert into setting (key, value, changed_at) values ('newPayoutAddressWaitHours', '"much"', $1)`,
      [at],
    ),
  )
  expect(await read('newPayoutAddressWaitHours')).toBe(24)
})
