import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { portsFrom } from './ports.ts'
import { describeStart } from './start-page.ts'

/** A product that answers every request with this; null: it closes the connection. */
const answering = async (answer: { status: number; body: object } | null) => {
  const server = createServer((request, response) => {
    if (!answer) return void request.socket.destroy()
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const [url, dataDir] = ['http://localhost:4000', '/data']
  return { url, ports: portsFrom(port), dataDir, databaseDir: dataDir, services: {} }
}

const account = { email: 'lucia@example.com', name: 'Lucia', role: 'card_holder', company: null }

test('a start prints its address and who can sign in', async () => {
  const data = { demoAccounts: [account], demoPassword: 'open' }
  const said = await describeStart(await answering({ status: 200, body: { success: true, data } }))
  expect(said).toMatch(/Open +http:\/\/localhost:4000\n/)
  expect(said).toMatch(/Demo accounts, password open\n +lucia@example\.com +card holder\n/)
})

test('a flooded product counts as started', async () => {
  const limited = { success: false, code: 'rate_limited', data: { retryAfterSeconds: 40 } }
  for (const answer of [{ status: 429, body: limited }, { status: 503, body: { success: false } }, null]) {
    const said = await describeStart(await answering(answer))
    expect(said).toMatch(/Open +http:\/\/localhost:4000\n/)
    expect(said).toContain('The product is busy: its sign-in page shows the demo accounts.')
  }
})
