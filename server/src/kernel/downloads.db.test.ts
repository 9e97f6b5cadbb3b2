import { once } from 'node:events'
import { get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openNarrowSockets } from '../../../tests/support/narrow-socket.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts'
import { accepted } from './answer.ts'
import { everything } from './database.ts'
import { createDownloads } from './downloads.ts'
import { createLog } from './log.ts'

let database: TestDatabase
let app: FastifyInstance
let sockets: Awaited<ReturnType<typeof openNarrowSockets>>
const pieceBytes = 65_536
const mostPieces = 64
/** Pieces that the file of a request has. */
let made = mostPieces

beforeAll(async () => {
  database = await createTestDatabase()
  const limits = { stallMs: 500, largestBytes: mostPieces * pieceBytes }
  const downloads = createDownloads({ db: database.db, log: createLog('silent'), limits })
  app = Fastify()
  app.get('/file', async (request, reply) => {
    const pieces = async function* () {
      for (let piece = 0; piece < made; piece += 1) yield Buffer.alloc(pieceBytes)
    }
    const make = async () => accepted({ name: 'file', type: 'text/plain', pieces: pieces() })
    const userId = 'somebody'
    const sent = await downloads.send({ reply, requestId: request.id, scope: everything, userId, make })
    return sent.accepted ? null : reply.code(429).send(sent.code)
  })
  await app.ready()
  sockets = await openNarrowSockets(app.server)
})
afterAll(async () => {
  await sockets.close()
  await app.close()
  await database.drop()
})

const asked = 'GET /file HTTP/1.1\r\nhost: localhost\r\n\r\n'
const fetchFile = async () => {
  const [answer] = await once(get({ socketPath: sockets.path, path: '/file', agent: false }), 'response')
  let bytes = 0
  for await (const part of answer) bytes += part.length
  return { status: answer.statusCode, bytes }
}

test('a reader who stops reading is cut off, and the place is free again', async () => {
  let [open, closed] = [0, 0]
  app.server.on('connection', (theirs) => {
    open += 1
    theirs.once('close', () => (closed += 1))
  })
  for (let reader = 0; reader < 3; reader += 1) await sockets.ask(asked)
  while (open < 3 || closed < 3) await pause(20)
  expect(await fetchFile()).toEqual({ status: 200, bytes: mostPieces * pieceBytes })
}, 15_000)

test('a file that grows past the limit ends in an error, and the place is free again', async () => {
  made = mostPieces + 1
  for (let reader = 0; reader < 4; reader += 1) expect((await fetchFile()).status).toBe(500)
  made = mostPieces
  expect((await fetchFile()).status).toBe(200)
})
