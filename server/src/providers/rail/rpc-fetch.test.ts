import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEvmClient } from './evm.ts'

type Call = { id: number; method: string }
type Answer = { jsonrpc: '2.0'; id: number; result: string }

/** Changes the node's answers, as a faulty proxy would. */
let passOn: (answers: readonly Answer[]) => unknown
let isBroken = false
const proxy = createServer((request, response) => {
  void (async () => {
    let text = ''
    for await (const chunk of request) text += String(chunk)
    const requested = JSON.parse(text) as Call[]
    const answers = requested.map(({ id, method }): Answer => ({
      jsonrpc: '2.0',
      id,
      result: `of ${method}`,
    }))
    if (isBroken) response.statusCode = 503
    response.setHeader('content-type', 'application/json').end(JSON.stringify(passOn(answers)))
  })()
})
let url = ''
beforeAll(async () => {
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done))
  url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
})
afterAll(() => {
  proxy.closeAllConnections()
  proxy.close()
})

const requestThree = () => {
  const client = createEvmClient(url)
  const request = (method: string) => client.request({ method } as never) as Promise<string>
  return Promise.all(['first', 'second', 'third'].map(request))
}

test('each call gets its own answer, in any order', async () => {
  passOn = (answers) => answers.toReversed()
  expect(await requestThree()).toEqual(['of first', 'of second', 'of third'])
})

const disorders: Readonly<Record<string, (answers: readonly Answer[]) => unknown>> = {
  'come twice': (answers) => [...answers, ...answers],
  'are incomplete': (answers) => answers.slice(1),
  'belong to other calls': (answers) => answers.map((each, index) => ({ ...each, id: 9000 + index })),
  'are one answer for all': ([answer]) => answer,
  'have no number': (answers) => answers.map(({ result }) => ({ result })),
  'are more than a block can hold': (answers) => [...answers, { id: 1, result: 'x'.repeat(11_000_000) }],
}
for (const [name, disorder] of Object.entries(disorders)) {
  test(`answers that ${name} are accepted by no call`, async () => {
    passOn = disorder
    await expect(requestThree()).rejects.toThrow(/The node answered/)
  })
}

test('the error of a node is passed on', async () => {
  isBroken = true
  passOn = () => ({ error: 'no peers' })
  await expect(requestThree()).rejects.toThrow(/503|no peers/)
  isBroken = false
})
