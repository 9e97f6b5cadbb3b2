import { spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makeDataDir } from '../../tests/support/data-dir.ts'
import { usableDataDir } from '../../server/src/kernel/postgres-folders.ts'

/** A start whose embedded database is killed, once and then until it is not started again. */
const script = join(import.meta.dirname, '../start.ts')
const basePort = 5700
const dataDir = makeDataDir('killed-database')
/** No test checks how fast something is. */
const patience = { timeout: 120_000, interval: 100 }

let said = ''
const child = spawn(process.execPath, [script, '--dev'], {
  env: { ...process.env, PORT: String(basePort), DATA_DIR: dataDir, DEMO: 'off', LOG_LEVEL: 'silent' },
  stdio: ['ignore', 'pipe', 'pipe'],
})
for (const stream of [child.stdout, child.stderr])
  stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
const ended = new Promise<number | null>((done) => child.once('exit', done))

afterAll(async () => {
  child.kill('SIGTERM')
  await ended
  rmSync(dataDir, { recursive: true, force: true })
}, 30_000)

const killDatabase = () => {
  const [pid] = readFileSync(join(usableDataDir(dataDir), 'postmaster.pid'), 'utf8').split('\n')
  process.kill(Number(pid), 'SIGKILL')
}
const untilRestarted = (times: number) =>
  expect.poll(() => said.split('The database runs again').length - 1, patience).toBe(times)
const readiness = () =>
  fetch(`http://127.0.0.1:${basePort}/readyz`).then(
    ({ status }) => status,
    () => 0,
  )

test('a killed database is started again, and the product continues', { timeout: 250_000 }, async () => {
  await expect.poll(() => said, patience).toContain('Ready after')
  killDatabase()
  await untilRestarted(1)
  await expect.poll(readiness, patience).toBe(200)
})

test(
  'a database that is killed again and again ends the start with a sentence',
  { timeout: 250_000 },
  async () => {
    for (let restart = 2; restart <= 5; restart += 1) {
      killDatabase()
      await untilRestarted(restart)
    }
    killDatabase()
    expect(await ended).toBe(1)
    expect(said).toContain('The database ended 6 times in a short time and is not started again')
    expect(said).toContain('The database ended by itself; everything is stopped.')
    expect(await readiness()).toBe(0)
  },
)
