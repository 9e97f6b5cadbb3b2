import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { sentenceOf } from './start-product.ts'

/** A start that cannot be ends with one sentence that says what to do, and an exit code that is not 0. */
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

test('a taken port is named, with the way out', async () => {
  const server = await occupy(basePort + 30)
  const { code, said } = await start({})
  server.close()
  expect(code).toBe(1)
  expect(said).toBe(
    `Port ${basePort + 30} is taken: end what uses it, or set PORT to another number (all ports move with it).`,
  )
})

test('a database that does not answer is named', async () => {
  const { code, said } = await start({ DATABASE_URL: 'postgres://nobody:x@127.0.0.1:9/none' })
  expect(code).toBe(1)
  expect(said).toMatch(
    /^The database of DATABASE_URL does not answer \(.*\): check its address, user and password\.$/,
  )
})

test('a second start on the same data says which process to stop', async () => {
  // Any living process whose command line is a start's: this very test starts one that waits.
  const holder = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 20000)', 'start.ts'], {
    stdio: 'ignore',
  })
  writeFileSync(join(dataDir, 'supervisor.pid'), String(holder.pid))
  const { code, said } = await start({})
  holder.kill()
  expect(code).toBe(1)
  expect(said).toContain(`(process ${holder.pid}): stop it first, or set DATA_DIR to another folder.`)
})

test('a data folder that cannot be made is named', async () => {
  const file = join(dataDir, 'a-file')
  writeFileSync(file, '')
  const { code, said } = await start({ DATA_DIR: join(file, 'below') })
  expect(code).toBe(1)
  expect(said).toContain('DATA_DIR')
})

test('a full disk has its sentence', () => {
  const error = Object.assign(new Error('write'), { code: 'ENOSPC' })
  expect(sentenceOf(error)).toBe('The disk that holds DATA_DIR is full: free some space and start again.')
})
