import { generateKeyPairSync } from 'node:crypto'
import { rmSync } from 'node:fs'
import { startIssuer } from '../../sandbox/issuer/service.ts'
import type { IssuerPort } from '../../server/src/providers/issuer/port.ts'
import { createReapIssuer } from '../../server/src/providers/issuer/reap.ts'
import { makeDataDir } from '../support/data-dir.ts'

/** One entry of the issuer's own history. */
export type IssuerEntry = {
  readonly id: string
  readonly cardId: string
  readonly amount: string
  readonly reference: string | null
}

export type SimulatedIssuer = {
  readonly url: string
  readonly controlToken: string
  readonly webhookKey: string
  /** The real adapter, for the eyes of the test. */
  readonly port: IssuerPort
  /** Control plane; a body makes it a POST. Throws when it does not answer 2xx. */
  readonly control: <T>(path: string, body?: unknown) => Promise<T>
  /** What a shop does. Null: refused. */
  readonly simulate: (path: string, body: unknown) => Promise<{ id: string; status: string } | null>
  /** Every credit that it ever made, oldest last. */
  readonly credits: () => Promise<IssuerEntry[]>
  readonly stop: () => Promise<void>
}

export const issuerApiKey = 'simulated-key'
const controlToken = 'simulated-control'
let privateKeyPem: string | null = null

const onePrivateKey = (): string => {
  privateKeyPem ??= generateKeyPairSync('rsa', { modulusLength: 2048 })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString()
  return privateKeyPem
}

const apiHeaders = { 'x-reap-api-key': issuerApiKey, 'accept-version': 'v2.0' }
const asPost = (body: unknown) => ({ method: 'POST', body: JSON.stringify(body) })
const jsonType = { 'content-type': 'application/json' }

/** The embedded issuer in this process, behind its own port. */
export const startSimulatedIssuer = async (): Promise<SimulatedIssuer> => {
  const dataDir = makeDataDir('simulated-issuer')
  const service = await startIssuer({
    name: 'issuer',
    port: 0,
    publicUrl: 'http://127.0.0.1:0',
    dataDir,
    controlToken,
    credentials: { apiKey: issuerApiKey, webhookPrivateKeyPem: onePrivateKey() },
  })
  const url = service.baseUrl()
  const webhookKey = service.publicKeyDer
  const readCredits = async (cursor: string | null): Promise<IssuerEntry[]> => {
    const more = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const answer = await fetch(`${url}/account/balance-history?type=ADJUSTMENT&limit=100${more}`, {
      headers: apiHeaders,
    })
    const page = (await answer.json()) as {
      items: IssuerEntry[]
      nextCursor: string | null
      hasMore: boolean
    }
    return page.hasMore ? [...page.items, ...(await readCredits(page.nextCursor))] : page.items
  }
  return {
    url,
    controlToken,
    webhookKey,
    port: createReapIssuer({ url, apiKey: issuerApiKey, webhookKey }),
    control: async <T>(path: string, body?: unknown) => {
      const answer = await fetch(`${url}/_control${path}`, {
        headers: { authorization: `Bearer ${controlToken}`, ...(body === undefined ? {} : jsonType) },
        ...(body === undefined ? {} : asPost(body)),
      })
      if (!answer.ok) throw new Error(`The issuer's ${path} answered ${answer.status} ${await answer.text()}`)
      return (await answer.json()) as T
    },
    simulate: async (path, body) => {
      const answer = await fetch(`${url}/simulate${path}`, {
        headers: { ...apiHeaders, ...jsonType },
        ...asPost(body),
      })
      if (answer.status >= 500) throw new Error(`The issuer's till answered ${answer.status}`)
      const told = (await answer.json()) as { id: string; status: string }
      return answer.ok ? told : null
    },
    credits: () => readCredits(null),
    stop: async () => {
      await service.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
