import { connect, createServer, type Socket } from 'node:net'
import type { Server } from 'node:http'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { makeDataDir } from './data-dir.ts'

/**
 * Connections to an HTTP server over a local socket. Its buffers are small on every machine, while those of
 * TCP grow to many megabytes: the server notices after about 100 KB that the client does not read.
 */
export const openNarrowSockets = async (server: Server) => {
  const dir = makeDataDir('sockets')
  const path = join(dir, 's')
  const opened = new Set<Socket>()
  const door = createServer((socket) => {
    Object.defineProperty(socket, 'remoteAddress', { value: '127.0.0.1' })
    server.emit('connection', socket)
  })
  await new Promise<void>((done) => door.listen(path, done))
  return {
    path,
    /** A connection that sends a request and reads no answer until `resume`. */
    request: (request: string) =>
      new Promise<Socket>((done) => {
        const socket = connect(path, () => {
          socket.pause()
          socket.write(request, () => done(socket))
        })
        socket.on('error', () => undefined)
        opened.add(socket)
      }),
    close: async () => {
      for (const socket of opened) socket.destroy()
      await new Promise((done) => door.close(done))
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
