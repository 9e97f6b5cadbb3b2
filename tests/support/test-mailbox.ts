import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startMail } from '../../sandbox/mail/mail-service.ts'
import { freePort } from './shared-postgres.ts'

export type CaughtMail = {
  readonly kind: string
  readonly to: string
  readonly from: string
  readonly subject: string
  readonly text: string
  readonly html?: string
  readonly link?: string
  readonly code?: string
}

/** The embedded mailbox, for one test file. */
export const startTestMailbox = async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'cardamom-mail-'))
  const port = await freePort()
  const smtpPort = await freePort()
  const controlToken = randomBytes(16).toString('hex')
  const mail = await startMail({
    name: 'mail',
    port,
    smtpPort,
    publicUrl: `http://127.0.0.1:${port}`,
    dataDir,
    controlToken,
    credentials: { smtpUser: 'cardamom', smtpPassword: 'p@ss word', smsAccountSid: 'AC1', smsAuthToken: 'x' },
  })
  const control = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(`http://127.0.0.1:${port}/_control${path}`, {
      method,
      headers: { authorization: `Bearer ${controlToken}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return answer.json()
  }
  return {
    smtpUrl: `smtp://cardamom:${encodeURIComponent('p@ss word')}@127.0.0.1:${smtpPort}`,
    /** Settings that make the product send text messages to the mailbox's phone. */
    smsEnv: { SMS_URL: `http://127.0.0.1:${port}`, SMS_ACCOUNT_SID: 'AC1', SMS_AUTH_TOKEN: 'x' },
    /** Newest first. */
    outbox: async (to: string, kind?: string): Promise<CaughtMail[]> =>
      (await control(
        'GET',
        `/outbox?to=${encodeURIComponent(to)}${kind ? `&kind=${kind}` : ''}`,
      )) as CaughtMail[],
    addFault: (fault: { kind: string; to?: string; stage?: string; times?: number }) =>
      control('POST', '/smtp-faults', fault),
    clearFaults: () =>
      fetch(`http://127.0.0.1:${port}/_control/smtp-faults`, {
        method: 'DELETE',
        headers: { authorization: `Bearer ${controlToken}` },
      }),
    stop: async () => {
      await mail.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
