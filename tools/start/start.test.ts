import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { StartRefused } from '../../server/src/kernel/migrate.ts'
import { closedToFetch, readBasePort } from './ports.ts'
import { claimData } from './single-start.ts'
import { sentenceOf } from '../../server/src/kernel/start-sentence.ts'

/**
 * A start that is refused ends with one sentence that says what to do, and with an exit code other than 0.
 */
const script = join(import.meta.dirname, '../start.ts')
const dataDir = mkdtempSync('/var/tmp/cardamom-start-test-')
const basePort = 5600
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const start = (env: Record<string, string>): Promise<{ code: number | null; said: string }> =>
  new Promise((done) => {
    const child = spawn(process.execPath, [script, '--dev'], {
      env: { ...process.env, PORT: String(basePort), DATA_DIR: dataDir, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
    child.once('exit', (code) => done({ code, said: said.trim() }))
  })

const occupy = (port: number): Promise<Server> =>
  new Promise((done) => {
    const server = createServer()
    server.listen(port, '127.0.0.1', () => done(server))
  })

test('the message names a port in use and says what to do', async () => {
  const server = await occupy(basePort + 30)
  const { code, said } = await start({})
  server.close()
  expect(code).toBe(1)
  expect(said).toBe(
    `Port ${basePort + 30} is in use: stop the program that uses it, or set PORT to another number (all ports change with it).`,
  )
})

test('the message names a database that does not answer', async () => {
  const { code, said } = await start({ DATABASE_URL: 'postgres://nobody:x@127.0.0.1:9/none' })
  expect(code).toBe(1)
  expect(said).toMatch(
    /^The database of DATABASE_URL does not answer \(.*\): check its address, user and password\.$/,
  )
})

test('an invalid address of a database is named before anything is created', async () => {
  for (const url of ['127.0.0.1:5432', 'mysql://a:b@127.0.0.1/x', 'postgres://a:b@127.0.0.1']) {
    const { code, said } = await start({ DATABASE_URL: url })
    expect(code).toBe(1)
    expect(said).toBe(
      'DATABASE_URL is not an address of a database: write it as postgres://user:password@host:port/database.',
    )
  }
})

test('the message names an invalid port', async () => {
  for (const port of ['many', '0', '65500', '4000.5']) {
    const { code, said } = await start({ PORT: port })
    expect(code).toBe(1)
    expect(said).toBe(`PORT must be a number from 1 to 65435, not ${port}.`)
  }
})

test('the message names a port that browsers refuse, anywhere in the range', async () => {
  const { code, said } = await start({ PORT: '6000' })
  expect(code).toBe(1)
  expect(said).toBe(
    'Browsers refuse port 6000 (product, with PORT=6000): set PORT to another number (all ports change with it).',
  )
  expect(() => readBasePort('4005')).toThrow('port 4045 (chain, with PORT=4005)')
  // No browser opens SMTP or the database.
  expect(readBasePort('4139')).toBe(4139)
  expect(readBasePort('3955')).toBe(3955)
})

test('fetch refuses every port of the list', async () => {
  const opened: number[] = []
  for (const port of closedToFetch) {
    const refusal = await fetch(`http://127.0.0.1:${port}`).catch((error: Error) => error)
    if (!(refusal instanceof Error) || (refusal.cause as Error).message !== 'bad port') opened.push(port)
  }
  expect(opened).toEqual([])
})

test('a second start on the same data says which process to stop', async () => {
  const release = claimData(dataDir)
  const { code, said } = await start({})
  release()
  expect(code).toBe(1)
  expect(said).toContain(`(process ${process.pid}): stop it first, or set DATA_DIR to another folder.`)
})

test('a killed start does not prevent the next one, even if its process id is used again', () => {
  const file = join(dataDir, 'supervisor.pid')
  for (const left of ['', '4000000 1', `${process.pid} 1`]) {
    writeFileSync(file, left)
    claimData(dataDir)()
    expect(existsSync(file)).toBe(false)
  }
})

test('a refused start leaves no new folder behind', async () => {
  const folder = join(dataDir, 'new')
  const server = await occupy(basePort)
  const { code } = await start({ DATA_DIR: folder })
  server.close()
  expect(code).toBe(1)
  expect(existsSync(folder)).toBe(false)
})

test('the message names a data folder that cannot be created', async () => {
  const file = join(dataDir, 'a-file')
  writeFileSync(file, '')
  const { code, said } = await start({ DATA_DIR: join(file, 'below') })
  expect(code).toBe(1)
  expect(said).toContain('DATA_DIR')
})

test('a full disk has its own sentence, whichever part reports it', () => {
  const full = 'The disk that holds DATA_DIR is full: free some space and start again.'
  const database = Object.assign(new Error('could not extend file: No space left on device'), {
    code: '53100',
  })
  expect(sentenceOf(Object.assign(new Error('write'), { code: 'ENOSPC' }))).toBe(full)
  expect(sentenceOf(new Error('Migration 0300-identity failed', { cause: database }))).toBe(full)
  expect(sentenceOf(new StartRefused('chain stopped: ENOSPC: no space left on device, write'))).toBe(full)
})

test('an unexpected error stays one line', () => {
  expect(sentenceOf(new Error('odd\n    at somewhere'))).toBe('Cardamom could not start: odd')
})
