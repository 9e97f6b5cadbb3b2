import { once } from 'node:events'
import { readdir, readlink } from 'node:fs/promises'
import { get } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { endpoint } from '@cardamom/contract/endpoint'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { openNarrowSockets } from '../../../tests/support/narrow-socket.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts'
import { accepted } from './answer.ts'
import { allTenants } from './database.ts'
import { createDownloads, type Downloads } from './downloads.ts'
import { filePages } from './file-pages.ts'
import { createLog } from './log.ts'
import { requireNoTransaction } from './open-transaction.ts'
import type { Queries } from './queries.ts'

let database: TestDatabase
let app: FastifyInstance
let sockets: Awaited<ReturnType<typeof openNarrowSockets>>
const pieceBytes = 65_536
const mostPieces = 64
/** The number of pieces of a requested file. */
let made = mostPieces
/** A file is made when this resolves. */
let gate: Promise<void> = Promise.resolve()
/** Called when the server starts to make a file. */
let tellStarted = () => {}
/** The last number of the paged file; each page has two numbers. */
const lastNumber = 7
/** Pages read since the start of the test. */
let pagesRead = 0
/** Called before a page is read. */
let tellPage: (page: number) => Promise<void> | void = () => undefined
/** The stamp of the paged file, before and after its rows are read. */
let stampNow = () => 'the same'
/** Pieces made since the start of the test. */
let piecesMade = 0
/** Log lines since the start of the test. */
let logged: { level: number; msg: string }[] = []
const infoLevel = 30
const write = (line: string) => void logged.push(JSON.parse(line) as { level: number; msg: string })

const fileCall = (path: `/${string}`) =>
  endpoint({
    method: 'GET',
    path,
    summary: path,
    who: 'signed-in',
    output: z.null(),
    refusals: {},
  })

beforeAll(async () => {
  database = await createTestDatabase()
  const limits = { stallMs: 500, largestBytes: mostPieces * pieceBytes }
  const downloads = createDownloads({ db: database.db, log: createLog('info', { write }), limits })
  const pieces = async function* () {
    for (let piece = 0; piece < made; piece += 1, piecesMade += 1) yield Buffer.alloc(pieceBytes)
  }
  const make = async () => {
    tellStarted()
    await gate
    return accepted({ name: 'file', type: 'text/plain', pieces: pieces() })
  }
  app = Fastify()
  const makePaged = async ({ sql }: { sql: Queries }) => {
    const read = async (after: number | null) => {
      requireNoTransaction('The page')
      pagesRead += 1
      await tellPage(pagesRead)
      const text = `select n from generate_series($1::int, $2::int) n limit 2`
      const rows = await sql.rows<{ n: number }>(text, [(after ?? 0) + 1, lastNumber])
      return rows.map(({ n }) => n)
    }
    const stamp = async () => stampNow()
    const lines = async function* () {
      for await (const rows of filePages({ read, stamp, rowsAtOnce: 2 })) yield `${rows.join('\n')}\n`
    }
    return accepted({ name: 'file', type: 'text/plain', pieces: lines() })
  }
  const mountFile = (path: `/${string}`, beingMade?: number) => {
    const call = downloads.add(fileCall(path), path === '/paged' ? makePaged : make, beingMade)
    app.get(path, async (request, reply) => {
      const me = { userId: 'somebody', companyId: 'company', may: () => true }
      const facts = { me, input: undefined, lang: 'en', now: new Date(0) } as const
      const to = { reply, requestId: request.id, scope: allTenants }
      const sent = await downloads.send(call, { ...to, facts })
      return sent.accepted ? null : reply.code(sent.code === 'unavailable' ? 503 : 429).send(sent.code)
    })
  }
  mountFile('/file')
  mountFile('/single', 1)
  mountFile('/paged')
  await app.ready()
  sockets = await openNarrowSockets(app.server)
})
beforeEach(() => {
  piecesMade = 0
  pagesRead = 0
  tellPage = () => undefined
  stampNow = () => 'the same'
  logged = []
})
afterAll(async () => {
  await sockets.close()
  await app.close()
  await database.drop()
})

const request = 'GET /file HTTP/1.1\r\nhost: localhost\r\n\r\n'
/** Deleted files that this process holds open. */
const openFiles = async () => {
  const links = await readdir('/proc/self/fd')
  const targets = await Promise.all(links.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')))
  return targets.filter((target) => /cardamom-files-.*\(deleted\)$/.test(target)).length
}
/** The server closes a file, and may log that its reader left, after the reader has all of it. */
const everyFileIsClosed = () => expect.poll(openFiles, { timeout: 10_000 }).toBe(0)
const fetchFile = async (path = '/file') => {
  const [answer] = await once(get({ socketPath: sockets.path, path, agent: false }), 'response')
  let bytes = 0
  for await (const part of answer) bytes += part.length
  return { status: answer.statusCode, bytes }
}

test('a reader who stops reading is disconnected, and the slot is free again', async () => {
  let [open, closed] = [0, 0]
  app.server.on('connection', (theirs) => {
    open += 1
    theirs.once('close', () => (closed += 1))
  })
  for (let reader = 0; reader < 3; reader += 1) await sockets.request(request)
  while (open < 3 || closed < 3) await pause(20)
  // The slot is free a moment after the connection has closed.
  const whole = { status: 200, bytes: mostPieces * pieceBytes }
  await expect.poll(() => fetchFile(), { timeout: 10_000 }).toEqual(whole)
}, 20_000)

/** Requests a file and leaves when the server has started to make it. */
const requestAndLeave = async (leave: 'while it is made' | 'while it is sent') => {
  let open = () => {}
  let requested: Promise<unknown> = Promise.resolve()
  if (leave === 'while it is made') {
    requested = new Promise<void>((started) => (tellStarted = started))
    gate = new Promise((done) => (open = done))
  }
  const theirs = once(app.server, 'connection')
  const socket = await sockets.request(request)
  const [connection] = (await theirs) as [Socket]
  if (leave === 'while it is sent') await once(socket, 'readable')
  await requested
  const closed = new Promise((done) => connection.once('close', done))
  socket.destroy()
  await closed
  open()
}

test('a reader may leave while a file is made or sent: nothing is logged as an error, and the slot is free again', async () => {
  for (const [leave, line] of [
    ['while it is made', 'A file was not made: its reader closed the connection'],
    ['while it is sent', 'A file was not read to its end'],
  ] as const) {
    // These are more readers than one person has slots, so a slot that is not freed is noticed.
    for (let reader = 0; reader < 4; reader += 1) {
      await everyFileIsClosed()
      logged = []
      piecesMade = 0
      await requestAndLeave(leave)
      await expect.poll(() => logged, { timeout: 10_000 }).toMatchObject([{ level: infoLevel, msg: line }])
      if (leave === 'while it is made') expect(piecesMade).toBe(0)
    }
    expect(await fetchFile()).toEqual({ status: 200, bytes: mostPieces * pieceBytes })
  }
  await everyFileIsClosed()
})

test('a connection stays open while its file is made, however long it is silent', async () => {
  const silenceMs = 100
  app.server.setTimeout(silenceMs)
  gate = pause(silenceMs * 10)
  const fetched = await fetchFile().catch(String)
  app.server.setTimeout(0)
  expect(fetched).toEqual({ status: 200, bytes: mostPieces * pieceBytes })
})

test('a file above the size limit ends in an error, and the slot is free again', async () => {
  made = mostPieces + 1
  for (let reader = 0; reader < 4; reader += 1) expect((await fetchFile()).status).toBe(500)
  made = mostPieces
  expect((await fetchFile()).status).toBe(200)
})

test('a call limits how many of its files are made at the same time', async () => {
  let open = () => {}
  gate = new Promise((done) => (open = done))
  const sentAway: number[] = []
  const answers = ['one', 'two', 'three'].map(async () => {
    const { status } = await fetchFile('/single')
    if (status !== 200) sentAway.push(status)
    // The file waits until the other two requests have their answers.
    if (sentAway.length === 2) open()
    return status
  })
  expect((await Promise.all(answers)).toSorted((a, b) => a - b)).toEqual([200, 503, 503])
  expect((await fetchFile('/single')).status).toBe(200)
})

test('a file is read page by page, without a transaction around the pages', async () => {
  expect(await fetchFile('/paged')).toEqual({ status: 200, bytes: '1\n2\n3\n4\n5\n6\n7\n'.length })
  expect(pagesRead).toBe(4)
})

test('only the page that is being read is read after the reader has left', async () => {
  const theirs = once(app.server, 'connection')
  const left = new Promise<void>((done) => {
    tellPage = async (page) => {
      if (page !== 2) return
      const [connection] = (await theirs) as [Socket]
      const closed = once(connection, 'close')
      socket.destroy()
      await closed
      done()
    }
  })
  const socket = await sockets.request(request.replace('/file', '/paged'))
  await left
  const line = expect.objectContaining({
    level: infoLevel,
    msg: 'A file was not made: its reader closed the connection',
  })
  await expect.poll(() => logged).toContainEqual(line)
  // The third was already being read while the second would have been written; there are four.
  expect(pagesRead).toBe(3)
})

test('a file whose rows changed meanwhile is made again, and refused when they change each time', async () => {
  let stamps = 0
  stampNow = () => `${Math.min((stamps += 1), 2)}`
  expect(await fetchFile('/paged')).toEqual({ status: 200, bytes: 14 })
  expect(pagesRead).toBe(8)
  stampNow = () => `${(stamps += 1)}`
  expect((await fetchFile('/paged')).status).toBe(503)
  expect(pagesRead).toBe(8 + 12)
  await expect.poll(openFiles).toBe(0)
})

test('a call with a permission tag or a step-up cannot be a file call', () => {
  type IsFileCall<E> = E extends Parameters<Downloads['add']>[0] ? true : false
  const plain = fileCall('/plain')
  const tagged = { ...plain, who: 'users.view' } as const
  const confirmed = { ...plain, stepUp: 'S1' } as const
  // The compiler checks this: a one-time address checks neither tag nor step-up.
  const decided: [IsFileCall<typeof plain>, IsFileCall<typeof tagged>, IsFileCall<typeof confirmed>] = [
    true,
    false,
    false,
  ]
  expect(decided).toEqual([true, false, false])
})
