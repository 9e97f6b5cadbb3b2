import { abandonKyc } from '@cardamom/contract/kyc'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refuseAudit } from '../../../tests/support/audit-fault.ts'
import { allTenants } from '../kernel/database.ts'
import { startKycBench, type KycBench } from './kyc-bench.test-kit.ts'

let bench: KycBench
beforeAll(async () => {
  bench = await startKycBench()
})
afterAll(() => bench.stop())

const audited = async (userId: string, path: string) =>
  (
    await bench.db.read(allTenants, (sql) =>
      sql.rows(`select 1 from audit where actor_id = $1 and action = $2`, [userId, `POST ${path}`]),
    )
  ).length
/** The steps of the case's timeline, oldest first. */
const timeline = async (userId: string) =>
  (await bench.view(userId)).timeline.map(({ status }) => status).toReversed()

test('a start and its audit row are stored together, and a start without them uses no attempt', async () => {
  const userId = await bench.person()
  const mend = await refuseAudit(bench.database, 'POST /kyc/start')
  expect((await bench.start(userId)).status).toBe(500)
  await mend()
  expect(await bench.view(userId)).toMatchObject({ status: null, attempts: { used: 0 }, nextAction: 'start' })
  expect(await audited(userId, '/kyc/start')).toBe(0)
  // The intent of a process that has ended does not delay the next start for ever.
  await bench.write(allTenants, ({ sql }) =>
    sql.run(`update kyc_session set requested_at = requested_at - interval '1 minute' where user_id = $1`, [
      userId,
    ]),
  )
  expect((await bench.start(userId)).body).toMatchObject({ data: { started: 'new_session' } })
  expect([await audited(userId, '/kyc/start'), await timeline(userId)]).toEqual([1, ['created']])
  expect(await bench.view(userId)).toMatchObject({ status: 'created', attempts: { used: 0 } })
})

test('a cancellation and its audit row are stored together, and it can be made again', async () => {
  const userId = await bench.person()
  await bench.provider.start(await bench.startIt(userId))
  await bench.reach(userId, 'started')
  const mend = await refuseAudit(bench.database, 'POST /kyc/abandon')
  expect((await bench.call(userId, abandonKyc)).status).toBe(500)
  await mend()
  expect([await audited(userId, '/kyc/abandon'), await timeline(userId)]).toEqual([0, ['created', 'started']])
  // The session is closed at the provider already; closing it twice is no refusal.
  const again = await bench.call(userId, abandonKyc)
  expect(again.body.data).toMatchObject({ status: 'abandoned', attempts: { used: 0 }, nextAction: 'start' })
  expect(await audited(userId, '/kyc/abandon')).toBe(1)
  expect(await timeline(userId)).toEqual(['created', 'started', 'abandoned'])
})
