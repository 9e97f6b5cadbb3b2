import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { renameColumns } from './sqlite.ts'

test('a column of an older store gets its new name, and its rows stay', () => {
  const file = new DatabaseSync(':memory:')
  file.exec(
    `create table outbox (seq integer primary key, sealed text); insert into outbox values (1, 'text')`,
  )
  const renamed = [{ table: 'outbox', from: 'sealed', to: 'encrypted' }]
  renameColumns(file, renamed)
  renameColumns(file, renamed)
  renameColumns(file, [{ table: 'not_there', from: 'sealed', to: 'encrypted' }])
  expect({ ...file.prepare('select * from outbox').get() }).toEqual({ seq: 1, encrypted: 'text' })
})
