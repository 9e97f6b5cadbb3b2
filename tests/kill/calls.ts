import { request } from 'node:http'
import { expect, vi } from 'vitest'
import type { Kernel } from '../../server/src/kernel/module.ts'
import { sessionCookie } from '../simulation/people.ts'
import { grantOperation } from '../support/step-up-kit.ts'
import type { ServerProcess } from './server-process.ts'

export type SignedIn = {
  readonly userId: string
  readonly companyId: string
  readonly token: string
  readonly cookie: string
}
export type Call = {
  readonly by: SignedIn
  readonly path: string
  readonly body: object
  readonly key: string
  readonly grant?: string
  readonly method?: 'GET'
}
export type Answer = { readonly status: number; readonly text: string; readonly isReplayed: boolean }

export const dataOf = <T>({ text }: Answer) => (JSON.parse(text) as { data: T }).data

/** Calls of a server that may be killed before it answers. */
export const createCalls = (of: {
  readonly port: number
  readonly kernel: Pick<Kernel, 'db' | 'ids' | 'clock'>
}) => {
  /** One call. It throws when the server ends before its answer. */
  const send = ({ by, path, body, key, grant, method }: Call): Promise<Answer> =>
    new Promise((done, failed) => {
      const headers = {
        host: 'localhost:4000',
        authorization: `Bearer ${by.token}`,
        cookie: `${sessionCookie}=${by.cookie}`,
        'content-type': 'application/json',
        'idempotency-key': key,
        ...(grant === undefined ? {} : { 'step-up': grant }),
      }
      const { port } = of
      const options = { port, host: '127.0.0.1', path: `/api${path}`, method: method ?? 'POST', headers }
      const sent = request(options, (answer) => {
        let text = ''
        answer.on('data', (chunk: Buffer) => (text += chunk.toString()))
        answer.on('error', failed)
        answer.on('end', () => {
          const isReplayed = answer.headers['idempotent-replayed'] === 'true'
          done({ status: answer.statusCode ?? 0, text, isReplayed })
        })
      })
      sent.on('error', failed)
      sent.end(method === 'GET' ? '' : JSON.stringify(body))
    })

  /** A grant for the operation that the call refuses to do without a step-up. */
  const withGrant = async (call: Call): Promise<Call> => {
    const requested = dataOf<{ level: 'S2'; action: string; objectHash: string }>(await send(call))
    const { userId, companyId } = call.by
    const grant = await grantOperation(of.kernel as Kernel, { userId, companyId }, requested)
    return { ...call, grant }
  }

  /**
   * Sends a call whose answer is held back; resolves when its effect is committed, with a promise of the
   * answer.
   */
  const sendHeld = async (server: ServerProcess, call: Call) => {
    const answers: string[] = []
    const isLost = send(call).then(
      ({ text }) => void answers.push(text),
      () => true,
    )
    const isHeld = () => server.said().includes(`held /api${call.path}\n`)
    await vi.waitUntil(() => answers.length > 0 || isHeld(), { timeout: 60_000 })
    expect(answers).toEqual([])
    return { isLost }
  }
  return { send, withGrant, sendHeld }
}
