import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { migrate } from '../../server/src/kernel/migrate.ts'
import { startEmbeddedPostgres } from '../../server/src/kernel/postgres.ts'
import { freePort } from '../support/shared-postgres.ts'
import { startSilentMail } from './silent-mail.ts'
import { simulate, type SimulationResult } from './simulation.ts'
import { copyTemplate } from './simulation-database.ts'
import { plantedBugs } from './world.ts'
import { allowAnyLegs } from '../support/any-legs.ts'
import { makeDataDir } from '../support/data-dir.ts'
import { testRoles } from '../support/test-roles.ts'

/**
 * `npm run simulate -- --seed 42 --seeds 1 --days 1`: runs seeds one after the other and prints the steps of
 * one that fails.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '1' },
    days: { type: 'string', default: '1' },
    steps: { type: 'boolean', default: false },
    bug: { type: 'string' },
  },
})

const bug = plantedBugs.find((name) => name === values.bug)

const say = (line: string) => process.stdout.write(`${line}\n`)

const tell = (result: SimulationResult, seconds: number) => {
  const { seed, steps, loads, credited, payments, findings } = result
  const facts = `${steps} steps, ${loads} loads (${credited} credited), ${payments} payments`
  say(`seed ${seed}: ${findings.length === 0 ? 'holds' : 'FAILS'}, ${facts}, ${seconds.toFixed(1)} s`)
  if (findings.length > 0 || values.steps) for (const line of result.log) say(`  ${line}`)
  for (const { check, subject, detail } of findings) say(`  ${check}: ${subject}: ${detail}`)
}

const dir = makeDataDir('simulation-database')
const postgres = await startEmbeddedPostgres({ dir, port: await freePort(), durable: false })
const mail = await startSilentMail()
try {
  const admin = new pg.Client({ connectionString: postgres.ownerUrl })
  await admin.connect()
  await admin.query('create database template_cardamom')
  await admin.end()
  await migrate({
    ownerUrl: postgres.ownerUrl.replace(/cardamom$/, 'template_cardamom'),
    sourceDir: join(import.meta.dirname, '../../server/src'),
    roles: testRoles(),
  })
  await allowAnyLegs(postgres.ownerUrl.replace(/cardamom$/, 'template_cardamom'))
  const first = Number(values.seed)
  for (let seed = first; seed < first + Number(values.seeds); seed += 1) {
    const startedMs = performance.now()
    const database = await copyTemplate(postgres.ownerUrl, `simulation_${seed}`)
    const result = await simulate({
      seed,
      days: Number(values.days),
      database,
      smtpUrl: mail.smtpUrl,
      ...(bug === undefined ? {} : { bug }),
    })
    await database.drop()
    tell(result, (performance.now() - startedMs) / 1000)
    if (result.findings.length > 0) process.exitCode = 1
  }
} catch (error) {
  // Printed first: the stop of the database ends connections that a failed run left open.
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
  throw error
} finally {
  await mail.stop()
  await postgres.stop()
  rmSync(dir, { recursive: true, force: true })
}
