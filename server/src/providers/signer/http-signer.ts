import { createHmac } from 'node:crypto'
import { request } from 'node:http'
import { createClock } from '../../kernel/clock.ts'
import { requireNoTransaction } from '../../kernel/open-transaction.ts'
import type { SignerAnswer, SignerPort } from './port.ts'

const clock = createClock()
const timeoutMs = 20_000
const mostBytes = 100_000

/** Where the signer listens: a port of this machine, or a unix socket. */
const targetOf = (url: string) => {
  if (url.startsWith('unix:')) return { socketPath: url.slice('unix:'.length) }
  const { hostname, port } = new URL(url)
  return { hostname, port: Number(port) }
}

const post = (url: string, headers: Readonly<Record<string, string>>, body: string) =>
  new Promise<{ status: number; text: string }>((done, failed) => {
    const call = request(
      { ...targetOf(url), path: '/sign', method: 'POST', headers, timeout: timeoutMs },
      (answer) => {
        let text = ''
        answer.setEncoding('utf8')
        answer.on('data', (part: string) => {
          text += part
          if (text.length > mostBytes) call.destroy(new Error('The answer of the signer is too long'))
        })
        answer.on('error', failed)
        answer.on('end', () => done({ status: answer.statusCode ?? 0, text }))
      },
    )
    call.on('timeout', () => call.destroy(new Error('The signer did not answer')))
    call.on('error', failed)
    call.end(body)
  })

const bodyText = (value: unknown) =>
  JSON.stringify(value, (_name, each: unknown) => (typeof each === 'bigint' ? String(each) : each))

const answerOf = ({ status, text }: { status: number; text: string }): SignerAnswer => {
  const of = JSON.parse(text) as Readonly<Record<string, unknown>>
  const { txHash, signedBytes, error } = of
  if (status === 200 && typeof txHash === 'string' && typeof signedBytes === 'string')
    return { outcome: 'ok', txHash, signedBytes }
  const isRefusal = status >= 400 && status < 500 && typeof error === 'string'
  return isRefusal ? { outcome: 'refused', code: error } : { outcome: 'unavailable' }
}

/** The signer process, on this machine. Each request has a proof of the shared secret over the time and the body. */
export const createHttpSigner = ({ url, secret }: { url: string; secret: string }): SignerPort => ({
  signPayment: async (payment) => {
    requireNoTransaction('The signer')
    const body = bodyText(payment)
    const timestamp = String(clock.realNow().getTime())
    const proof = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
    const headers = { 'content-type': 'application/json', 'x-timestamp': timestamp, 'x-proof': proof }
    try {
      return answerOf(await post(url, headers, body))
    } catch {
      return { outcome: 'unavailable' }
    }
  },
})
