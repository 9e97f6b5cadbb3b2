import { randomInt } from 'node:crypto'
import { rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '../../server/src/kernel/migrate.ts'
import { startEmbeddedPostgres } from '../../server/src/kernel/postgres.ts'
import { makeDataDir } from './data-dir.ts'
import { allowAnyLegs } from './any-legs.ts'
import { testRoles } from './test-roles.ts'

declare module 'vitest' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- vitest is extended by declaration merging
  interface ProvidedContext {
    ownerUrl: string
  }
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((tell) => {
    const probe = createServer()
    probe.once('error', () => tell(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => tell(true)))
  })

/** Systems assign outgoing connections ports above these, so none of them takes the port before it is used. */
const ports = { first: 15_000, count: 17_000 }

/** A port that is free now. */
export const freePort = async (): Promise<number> => {
  const port = randomInt(ports.first, ports.first + ports.count)
  return (await isFree(port)) ? port : freePort()
}

/** One PostgreSQL per run, with a migrated database `template_cardamom` that each test file copies. */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const dir = makeDataDir('test')
  const postgres = await startEmbeddedPostgres({ dir, port: await freePort(), durable: false })
  const client = new pg.Client({ connectionString: postgres.ownerUrl })
  await client.connect()
  await client.query('create database template_cardamom')
  await client.end()
  const sourceDir = join(import.meta.dirname, '../../server/src')
  const ownerUrl = postgres.ownerUrl.replace(/cardamom$/, 'template_cardamom')
  await migrate({
    ownerUrl,
    sourceDir,
    roles: testRoles(),
  })
  await allowAnyLegs(ownerUrl)
  project.provide('ownerUrl', postgres.ownerUrl)
  return async () => {
    await postgres.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}
