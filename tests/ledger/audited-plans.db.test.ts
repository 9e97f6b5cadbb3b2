import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAudit } from '../../server/src/audit/audit.sql.ts'
import { allTenants } from '../../server/src/kernel/database.ts'
import type { GuardedUpdate, RowInsert } from '../../server/src/kernel/guarded-update.ts'
import type { AuditEntry } from '../../server/src/kernel/audit-entry.ts'
import type { SessionPrincipal } from '../../server/src/kernel/principal.ts'
import { createTestLedger, type TestLedger } from '../../server/src/ledger/ledger.test-kit.ts'

let ledger: TestLedger
beforeAll(async () => {
  ledger = await createTestLedger()
})
afterAll(() => ledger.end())

const principal = (): SessionPrincipal => ({
  kind: 'session',
  sessionId: ledger.ids.next(),
  userId: ledger.ids.next(),
  companyId: ledger.ids.next(),
  roleId: 5,
  scope: allTenants,
  ownScope: allTenants,
  may: () => true,
  impersonatorId: ledger.ids.next(),
})
const entryOf = (requestId: string, objectId: string | null): AuditEntry => ({
  principal: principal(),
  action: 'POST /loads/:id/release',
  objectId,
  outcome: 'done "with quotes" \\ and signs',
  requestId,
  address: '10.0.0.1',
  device: 'Firefox, "quoted"',
  subjectId: '01980000-0000-7000-8000-0000000000aa',
})
const written = async (requestId: string) => {
  const { rows } = await ledger.owner.query<Record<string, unknown>>(
    'select * from audit where request_id = $1',
    [requestId],
  )
  return rows
}

test('the audit row of a plan is written completely, whichever columns it names', async () => {
  const audit = createAudit(ledger)
  const [first, second, third] = [ledger.ids.next(), ledger.ids.next(), ledger.ids.next()]
  const rows = [...audit.auditRows(entryOf(first, 'L-1')), ...audit.auditRows(entryOf(second, null))]
  const [more] = audit.auditRows(entryOf(third, 'L-3'))
  if (!more) throw new Error('no row')
  const withDetails = {
    table: 'audit',
    row: { ...more.row, details: '{"count": 2}' },
  } as unknown as RowInsert
  expect(await ledger.apply({ rows: [...rows, withDetails] })).toMatchObject({ outcome: 'posted' })
  const sent = [...rows, more].map(({ row }) => row as Record<string, unknown>)
  for (const [index, requestId] of [first, second, third].entries()) {
    const [row, ...others] = await written(requestId)
    expect(others).toEqual([])
    const wanted = Object.entries(sent[index]!).map(([name, value]) => [
      name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ])
    expect(row).toEqual({ ...Object.fromEntries(wanted), details: requestId === third ? { count: 2 } : {} })
  }
})

test('a plan that is refused writes no audit row, and the other plans of its batch do', async () => {
  const audit = createAudit(ledger)
  const [refused, posted] = [ledger.ids.next(), ledger.ids.next()]
  const nowhere = { table: 'load', id: ledger.ids.next(), from: { status: 'x' }, set: { status: 'y' } }
  const outcomes = await Promise.all([
    ledger.apply({
      rows: audit.auditRows(entryOf(refused, null)),
      updates: [nowhere as unknown as GuardedUpdate],
    }),
    ledger.apply({ rows: audit.auditRows(entryOf(posted, null)) }),
  ])
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(['guard_failed', 'posted'])
  expect(await written(refused)).toEqual([])
  expect(await written(posted)).toHaveLength(1)
})
