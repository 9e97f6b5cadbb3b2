import { createHmac, timingSafeEqual } from 'node:crypto'
import { chmodSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { createSignerChain } from './final-nonce.ts'
import { createLocalKey, type KeyPort } from './key-port.ts'
import { SettingRefused, type SignerSettings } from './settings.ts'
import { createSignPayment, refusals, type PaymentRequest } from './sign-payment.ts'
import { openSignatureStore } from './signature-store.ts'

const mostBytes = 10_000
const idForm = /^[0-9a-f-]{36}$/

/** Throws SyntaxError for a body that is no request. */
const readRequest = (body: string): PaymentRequest => {
  const of = JSON.parse(body) as Record<string, unknown>
  const text = (name: string) => {
    const value = of[name]
    if (typeof value !== 'string') throw new SyntaxError(`${name} is missing`)
    return value
  }
  const whole = (name: string) => {
    const value = text(name)
    if (!/^\d{1,78}$/.test(value)) throw new SyntaxError(`${name} is not a whole number`)
    return BigInt(value)
  }
  const payoutId = text('payoutId')
  if (!idForm.test(payoutId)) throw new SyntaxError('payoutId is not an id')
  return {
    payoutId,
    nonce: whole('nonce'),
    token: text('token'),
    to: text('to'),
    units: whole('units'),
    gas: whole('gas'),
    maxFeeWei: whole('maxFeeWei'),
    tipWei: whole('tipWei'),
    replaces: of['replaces'] === null ? null : text('replaces'),
    failedNonce: of['failedNonce'] === null ? null : whole('failedNonce'),
  }
}

const readBody = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length
    if (size > mostBytes) throw new SyntaxError('The request is too large')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

type Answer = { readonly status: number; readonly body: object }
const refuse = (status: number, error: string, message: string): Answer => ({
  status,
  body: { error, message },
})

const mostSkewMs = 60_000

/** The proof that a request comes from the holder of the shared secret. */
export const proofOf = (secret: string, timestamp: string, body: string): string =>
  createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')

/** Whether a request has a proof of its body that was made just now. */
const isProved = (
  secret: string,
  of: { readonly timestamp: string; readonly proof: string; readonly body: string },
  nowMs: number,
): boolean => {
  const isRecent = Math.abs(nowMs - Number(of.timestamp)) <= mostSkewMs
  const expected = Buffer.from(proofOf(secret, of.timestamp, of.body))
  const received = Buffer.from(of.proof)
  return isRecent && received.length === expected.length && timingSafeEqual(received, expected)
}

export type Signer = { readonly address: string; readonly close: () => Promise<void> }

/**
 * Starts the signer. It has one call, `POST /sign`, for the holder of the shared secret. Throws SettingRefused if its node
 * is of another chain.
 */
export const startSigner = async (
  settings: SignerSettings,
  of: { readonly nowMs: () => number; readonly key?: KeyPort },
): Promise<Signer> => {
  const key = of.key ?? createLocalKey(settings.key)
  const chain = createSignerChain(settings.rpcUrl)
  const chainId = await chain.readChainId()
  if (chainId !== settings.chainId)
    throw new SettingRefused(`The node of SIGNER_RPC_URL is of chain ${chainId}, not ${settings.chainId}.`)
  const store = openSignatureStore(settings.dataDir)
  const signPayment = createSignPayment({ settings, key, store, chain, nowMs: of.nowMs })

  const answer = async (request: IncomingMessage): Promise<Answer> => {
    if (request.method !== 'POST' || request.url !== '/sign')
      return refuse(404, 'not_found', 'The signer has one call: POST /sign.')
    const body = await readBody(request)
    const { 'x-timestamp': timestamp = '', 'x-proof': proof = '' } = request.headers
    const received = { timestamp: String(timestamp), proof: String(proof), body }
    if (!isProved(settings.secret, received, of.nowMs()))
      return refuse(401, 'not_proved', 'The request has no proof of the shared secret from the last minute.')
    const signed = await signPayment(readRequest(body))
    if ('refused' in signed) return refuse(409, signed.refused, refusals[signed.refused])
    const { txHash, signedBytes } = signed.signed
    return { status: 200, body: { txHash, signedBytes } }
  }

  const server = createServer((request, response) => {
    void answer(request)
      .catch((error: unknown) =>
        error instanceof SyntaxError
          ? refuse(400, 'not_a_request', error.message)
          : refuse(503, 'unavailable', 'The node or the key service did not answer.'),
      )
      .then(({ status, body }) => {
        response.writeHead(status, { 'content-type': 'application/json' })
        response.end(JSON.stringify(body))
      })
  })
  const { listen } = settings
  if ('path' in listen) rmSync(listen.path, { force: true })
  await new Promise<void>((done, failed) => {
    server.once('error', failed)
    if ('path' in listen) server.listen(listen.path, done)
    else server.listen(listen.port, '127.0.0.1', done)
  })
  if ('path' in listen) chmodSync(listen.path, 0o660)
  return {
    address: key.address,
    close: async () => {
      const closed = new Promise((done) => server.close(done))
      server.closeAllConnections()
      await closed
      store.close()
    },
  }
}
