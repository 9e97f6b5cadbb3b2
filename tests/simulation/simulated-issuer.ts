import { generateKeyPairSync } from 'node:crypto'
import { rmSync } from 'node:fs'
import { startIssuer } from '../../sandbox/issuer/service.ts'
import type { IssuerPort } from '../../server/src/providers/issuer/port.ts'
import { createReapIssuer } from '../../server/src/providers/issuer/reap.ts'
import { recordWire } from '../../server/src/providers/issuer/wire-record.test-kit.ts'
import { makeDataDir } from '../support/data-dir.ts'

/** One credit or unload of a card as the issuer itself knows it, without lag. */
export type IssuerEntry = {
  /** Id of its row in the card's balance history. */
  readonly id: string
  readonly cardId: string
  /** Change of the card's credit, a signed decimal. */
  readonly card: string
  /** `dashboard`: a person did it by hand. */
  readonly by: 'api' | 'dashboard'
}

export type SimulatedIssuer = {
  readonly url: string
  readonly controlToken: string
  readonly webhookKey: string
  /** The real adapter, for direct use by the test. */
  readonly port: IssuerPort
  /** A call of the control plane; with a body it is a POST. Throws when the answer is not 2xx. */
  readonly control: <T>(path: string, body?: unknown) => Promise<T>
  /** An operation of a shop. Null: refused. */
  readonly simulate: (path: string, body: unknown) => Promise<{ id: string; status: string } | null>
  /** Every credit that it ever made, oldest first. */
  readonly credits: () => Promise<IssuerEntry[]>
  /** Differences of the product's requests and their answers from the issuer's documentation. */
  readonly wireProblems: () => readonly string[]
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

const asPost = (body: unknown) => ({ method: 'POST', body: JSON.stringify(body) })
const jsonType = { 'content-type': 'application/json' }

/** The embedded issuer in this process, on its own port. */
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
  const wire = recordWire(url)
  const control = async <T>(path: string, body?: unknown): Promise<T> => {
    const answer = await fetch(`${url}/_control${path}`, {
      headers: { authorization: `Bearer ${controlToken}`, ...(body === undefined ? {} : jsonType) },
      ...(body === undefined ? {} : asPost(body)),
    })
    if (!answer.ok) throw new Error(`The issuer's ${path} answered ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as T
  }
  const readCredits = async (after: number | null): Promise<IssuerEntry[]> => {
    const page = await control<{ items: IssuerEntry[]; next: number | null }>(
      `/entries?type=ADJUSTMENT&limit=100${after === null ? '' : `&after=${after}`}`,
    )
    return page.next === null ? page.items : [...page.items, ...(await readCredits(page.next))]
  }
  return {
    url,
    controlToken,
    webhookKey,
    port: createReapIssuer({ url, apiKey: issuerApiKey, webhookKey }),
    control,
    wireProblems: wire.problems,
    simulate: async (path, body) => {
      const answer = await fetch(`${url}/_control/simulate${path}`, {
        headers: { authorization: `Bearer ${controlToken}`, ...jsonType },
        ...asPost(body),
      })
      if (answer.status >= 500) throw new Error(`The issuer's till answered ${answer.status}`)
      const told = (await answer.json()) as { id: string; status: string }
      return answer.ok ? told : null
    },
    credits: () => readCredits(null),
    stop: async () => {
      wire.stop()
      await service.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
