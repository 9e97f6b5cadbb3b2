import type pg from 'pg'
import { expect, test } from 'vitest'
import { announcingStatement, announceChange, watchChanges } from './change-notices.ts'
import { Queries } from './queries.ts'
import type { Placeholders } from './select-once.ts'

const watched = () => {
  const changes = watchChanges()
  const sql = new Queries({
    query: async ({ text }) => {
      changes.see(text)
      return { rows: [], fields: [], rowCount: 0 } as unknown as pg.QueryResult
    },
  })
  changes.start(sql)
  return { sql, subjects: () => [...changes.subjects()] }
}

const lock = announcingStatement((sql, { id, at }: Placeholders<{ id: string; at: Date | null }>) =>
  sql.updateTable('session').set({ lockedAt: at }).where('id', '=', id),
)

test('a statement that announces its change is a change of the announced session only', async () => {
  const { sql, subjects } = watched()
  announceChange(sql, 'session:a')
  await lock(sql, { id: 'a', at: null })
  expect(subjects()).toEqual(['session:a'])
})

test('any other write to sessions is a change of all sessions', async () => {
  const { sql, subjects } = watched()
  await sql.updateTable('session').set({ lockedAt: null, endedAt: null }).where('id', '=', 'a').execute()
  expect(subjects()).toEqual(['all'])
})
