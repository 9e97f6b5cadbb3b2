import { rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '../../server/src/kernel/migrate.ts'
import { startEmbeddedPostgres } from '../../server/src/kernel/postgres.ts'
import { makeDataDir } from './data-dir.ts'
import { testRoles } from './test-roles.ts'

declare module 'vitest' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- vitest is extended by declaration merging
  interface ProvidedContext {
    ownerUrl: string
  }
}

/** A port that is free now. */
export const freePort = (): Promise<number> =>
  new Promise((found, failed) => {
    const probe = createServer()
    probe.once('error', failed)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => found(typeof address === 'object' && address ? address.port : 0))
    })
  })

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
  project.provide('ownerUrl', postgres.ownerUrl)
  return async () => {
    await postgres.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}
