import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Service } from '../../kernel/service.ts'
import type { DecisionBody } from '../decision-body.ts'
import { drawSpecimen, type Bearer, type Variant } from '../samples/specimen.ts'
import { startKyc } from '../service.ts'
import { signatureOf } from '../signatures.ts'
import type { Context, DocumentType } from '../session-records.ts'

export const keys = { apiKey: 'key-of-tests', sharedSecret: 'secret-of-tests' }
export const controlToken = 'control-of-tests'

export type ReceivedWebhook = {
  headers: Record<string, string | string[] | undefined>
  raw: string
  body: never
}
export type Answer<T = never> = { status: number; headers: Headers; raw: Buffer; body: T }

/** A page of the product, as far as the capture page knows it: it may frame it and receives its messages. */
const productPage = (address: string): string => {
  const frame = `<iframe title="Check" width="390" height="844" allow="camera" src="${address}"></iframe>`
  const listen = `heard = []; addEventListener('message', ({ origin, data, source }) => {
    heard.push([origin, data])
    const answer = { name: 'VERIFF_RENDER', payload: { version: '2.5.0', isReloadHandled: true } }
    if (data === 'VERIFF_HANDSHAKE' && !location.search.includes('silent')) source.postMessage(answer, origin)
  })`
  return `<!doctype html><html lang="en"><title>Product</title>
    <main><h1>Product</h1>${address ? frame : ''}</main><script>${listen}</script></html>`
}

/** Receives webhooks and stores them in order; GET answers the product's page. */
const startReceiver = async (port: number) => {
  const received: ReceivedWebhook[] = []
  const server: Server = createServer((request, response) => {
    if (request.method === 'GET') {
      const address = new URL(request.url ?? '/', 'http://localhost').searchParams.get('frame') ?? ''
      response.setHeader('content-type', 'text/html').end(productPage(address))
      return
    }
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const raw = Buffer.concat(chunks).toString()
      received.push({ headers: request.headers, raw, body: JSON.parse(raw) as never })
      response.end('ok')
    })
  })
  await new Promise<void>((ready) => server.listen(port, '127.0.0.1', ready))
  return { received, close: () => new Promise((done) => server.close(done)) }
}

/** A running service, its webhook receiver and a client that signs as the product does. */
export const startBench = async (port: number, credentials: Record<string, string> = {}) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'kyc-'))
  const base = `http://127.0.0.1:${port}`
  const receiver = await startReceiver(port + 1)
  const settings = {
    name: 'kyc',
    port,
    publicUrl: base,
    dataDir,
    controlToken,
    credentials: { ...keys, webhookUrl: `http://127.0.0.1:${port + 1}/hook`, ...credentials },
  }
  let service: Service = await startKyc(settings)

  const send = async <T>(
    method: string,
    path: string,
    body: string | undefined,
    headers: Record<string, string>,
  ): Promise<Answer<T>> => {
    const json = body === undefined ? {} : { 'content-type': 'application/json' }
    const answer = await fetch(`${base}${path}`, {
      method,
      ...(body === undefined ? {} : { body }),
      headers: { connection: 'close', ...json, ...headers },
    })
    const raw = Buffer.from(await answer.arrayBuffer())
    const isJson = answer.headers.get('content-type')?.includes('json')
    return {
      status: answer.status,
      headers: answer.headers,
      raw,
      body: (isJson ? JSON.parse(raw.toString()) : null) as T,
    }
  }
  const call = async <T>(method: string, path: string, body?: unknown): Promise<Answer<T>> => {
    const raw = body === undefined ? undefined : JSON.stringify(body)
    const signed = raw ?? path.split('/')[3] ?? ''
    return send<T>(method, path, raw, {
      'x-auth-client': keys.apiKey,
      'x-hmac-signature': signatureOf(keys.sharedSecret, signed),
    })
  }
  const control = async <T>(method: string, path: string, body?: unknown): Promise<Answer<T>> =>
    send<T>(method, `/_control${path}`, body === undefined ? undefined : JSON.stringify(body), {
      authorization: `Bearer ${controlToken}`,
    })
  return {
    base,
    dataDir,
    received: receiver.received,
    send,
    call,
    control,
    store: () => service.store,
    restart: async () => {
      await service.close()
      service = await startKyc(settings)
    },
    stop: async () => {
      await service.close()
      await receiver.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

export type Bench = Awaited<ReturnType<typeof startBench>>

type CreatedSession = { verification: { id: string; url: string; status: string; sessionToken: string } }
export type DecisionAnswer = { verification: DecisionBody['verification'] | null }

export const lucia = {
  firstName: 'Lucía',
  lastName: 'Ferrer',
  dateOfBirth: '1991-04-12',
  gender: 'F',
  nationality: null,
  idNumber: null,
}

export const createSession = async (bench: Bench, verification: object = {}): Promise<string> => {
  const answer = await bench.call<CreatedSession>('POST', '/v1/sessions', {
    verification: { person: lucia, document: { type: 'ID_CARD', country: 'PE' }, ...verification },
  })
  if (answer.status !== 201) throw new Error(answer.raw.toString())
  return answer.body.verification.id
}

export const named = (firstName: string) => ({ person: { ...lucia, firstName } })

export const upload = (bench: Bench, id: string, context: Context, image: Buffer) =>
  bench.call<{ image: { id: string; findings: string[]; mimetype: string; size: number } }>(
    'POST',
    `/v1/sessions/${id}/media`,
    { image: { context, content: image.toString('base64') } },
  )

const drawn = new Map<string, Promise<Buffer>>()

/** A sample picture; the same order is drawn once. */
export const specimen = (
  context: Context,
  more: { type?: DocumentType; variant?: Variant; bearer?: Partial<Bearer>; now?: Date } = {},
): Promise<Buffer> => {
  const now = more.now ?? new Date()
  const key = JSON.stringify([context, { ...more, now: now.toISOString().slice(0, 10) }])
  const known = drawn.get(key)
  if (known) return known
  const picture = drawSpecimen({
    context,
    type: more.type ?? 'ID_CARD',
    variant: more.variant ?? 'good',
    bearer: { ...lucia, country: 'PE', ...more.bearer },
    now,
  })
  drawn.set(key, picture)
  return picture
}

export const submit = (bench: Bench, id: string) =>
  bench.call('PATCH', `/v1/sessions/${id}`, { verification: { status: 'submitted' } })

export const decisionOf = async (bench: Bench, id: string): Promise<DecisionAnswer['verification']> =>
  (await bench.call<DecisionAnswer>('GET', `/v1/sessions/${id}/decision`)).body.verification

/** Waits until the check returns a value; fails after five seconds. */
export const until = async <T>(
  check: () => Promise<T | null | undefined | false> | T | null | undefined | false,
) => {
  const tries = Array.from({ length: 100 })
  for (const _ of tries) {
    const found = await check()
    if (found) return found
    await new Promise((next) => setTimeout(next, 50))
  }
  throw new Error('Nothing happened in five seconds')
}

/** Submits and waits for that attempt's decision. */
export const decided = async (bench: Bench, id: string) => {
  const before = (await decisionOf(bench, id))?.attemptId
  await submit(bench, id)
  return until(async () => {
    const verification = await decisionOf(bench, id)
    return verification && verification.attemptId !== before ? verification : null
  })
}
