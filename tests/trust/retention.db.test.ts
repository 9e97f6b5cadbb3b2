import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../support/test-database.ts'

/** Every table of the schema has a rule for its rows in docs/operations.md. */
const namesIn = (text: string) => [...text.matchAll(/`([a-z_]+)`/g)].map(([, name = '']) => name)

/** The tables of the page: the first column of its table, and those that do not grow without end. */
const tablesOf = (page: string): string[] => {
  const section = page.split('| table | rows are stored for |')[1]?.split('\n### ')[0] ?? ''
  const rows = [...section.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, cell = '']) => namesIn(cell))
  const rest = /^These tables do not grow without end\.[\s\S]*?\n\n/m.exec(section)?.[0] ?? ''
  return [...rows, ...namesIn(rest)]
}

test('a page names the tables of its rows and of its list, and no others', () => {
  const page = `
### Retention
Prose names \`other\`.

| table | rows are stored for | how they are removed |
|---|---|---|
| \`event\`, \`audit\` (all) | like \`job\` | by \`a.clean\` |

These tables do not grow without end. They are
small: \`clock\`, \`setting\`.

More prose: \`another\`.

### Backup
| \`third\` | | |
`
  expect(tablesOf(page)).toEqual(['event', 'audit', 'clock', 'setting'])
})

test('every table is once in the list of what is kept how long', async () => {
  const database = await createTestDatabase()
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  const { rows } = await owner.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
  )
  await owner.end()
  await database.drop()
  const page = readFileSync(join(import.meta.dirname, '../../docs/operations.md'), 'utf8')
  expect(rows.length).toBeGreaterThan(70)
  expect(tablesOf(page).toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
})
