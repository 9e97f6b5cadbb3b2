import { createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'

/** A mail server that accepts every letter and stores none. */
export const startSilentMail = async (): Promise<{ smtpUrl: string; stop: () => Promise<void> }> => {
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    let isLetter = false
    let text = ''
    const answer = (line: string): string | null => {
      if (isLetter) {
        if (line !== '.') return null
        isLetter = false
        return '250 taken'
      }
      const word = line.slice(0, 4).toUpperCase()
      if (word === 'DATA') isLetter = true
      if (word === 'QUIT') return '221 bye'
      return word === 'DATA' ? '354 go on' : '250 ok'
    }
    socket.on('error', () => socket.destroy())
    socket.on('close', () => open.delete(socket))
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      for (let end = text.indexOf('\r\n'); end >= 0; end = text.indexOf('\r\n')) {
        const reply = answer(text.slice(0, end))
        text = text.slice(end + 2)
        if (reply !== null) socket.write(`${reply}\r\n`)
      }
    })
    socket.write('220 here\r\n')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    smtpUrl: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((done) => {
        for (const socket of open) socket.destroy()
        server.close(() => done())
      }),
  }
}
