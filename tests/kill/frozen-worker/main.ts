import { createClock } from '../../../server/src/kernel/clock.ts'
import { openDatabase } from '../../../server/src/kernel/database.ts'
import { createIds } from '../../../server/src/kernel/ids.ts'
import { createJobs } from '../../../server/src/kernel/jobs.ts'
import { LeaseLost } from '../../../server/src/kernel/job-leases.ts'
import { createLeaseHolder } from '../../../server/src/kernel/lease-holder.ts'
import { createLog } from '../../../server/src/kernel/log.ts'
import { createOutbox } from '../../../server/src/kernel/outbox.ts'

/** A process with one worker whose job continues when a line arrives; it prints what happens to its write. */
const [url = '', leaseMs = ''] = process.argv.slice(2)
const clock = createClock()
const ids = createIds(() => clock.realNow().getTime())
const log = createLog('silent')
const db = openDatabase({ url, connections: 3, onIdleError: () => undefined })
const say = (text: string) => process.stdout.write(`${text}\n`)
const line = () => new Promise<void>((done) => process.stdin.once('data', () => done()))

const jobs = createJobs({
  db,
  clock,
  log,
  outbox: createOutbox({ ids, clock }),
  apply: async () => ({ outcome: 'posted', journalIds: [] }),
  holder: createLeaseHolder({ db, url, log }),
  leaseMs: Number(leaseMs),
})
jobs.handle('test.frozen', async (_job, { write }) => {
  say('running')
  await line()
  await write(async ({ enqueue }) => enqueue({ name: 'test.effect', key: 'by the frozen one' })).then(
    () => say('written'),
    (error: unknown) => say(error instanceof LeaseLost ? 'lease lost' : String(error)),
  )
})
await jobs.start()
process.stdin.once('end', () => process.exit(0))
