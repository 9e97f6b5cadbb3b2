import { timingSafeEqual, createHash } from 'node:crypto'
import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import { readMail } from './mail-intake.ts'
import type { MailCredentials } from './mail-settings.ts'
import type { MessageStore } from './message-store.ts'
import type { SmtpFaults, SmtpStage } from './smtp-faults.ts'

export type SmtpCatcher = { readonly listen: () => Promise<void>; readonly close: () => Promise<void> }

const maximumBytes = 10 * 1024 * 1024

/** Compares in constant time. */
export const sameSecret = (received: string, wanted: string): boolean => {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(received), digest(wanted))
}

const answerWith = (responseCode: number, message: string): Error =>
  Object.assign(new Error(message), { responseCode })

const asError = (cause: unknown): Error => (cause instanceof Error ? cause : answerWith(554, String(cause)))

const recipientsOf = ({ envelope }: SMTPServerSession): readonly string[] =>
  envelope.rcptTo.map(({ address }) => address)

const collect = async (stream: SMTPServerDataStream): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  if (stream.sizeExceeded) throw answerWith(552, 'Message exceeds the maximum size')
  return Buffer.concat(chunks)
}

type CatcherDeps = {
  readonly port: number
  readonly credentials: MailCredentials
  readonly messages: MessageStore
  readonly faults: SmtpFaults
  readonly now: () => Date
}

/** Decides about recipients and mail: stores it, or applies a fault of the control plane. */
const createIntake = ({ messages, faults, now }: CatcherDeps, cut: (session: SMTPServerSession) => void) => {
  const refusalFor = (stage: SmtpStage, to: readonly string[]): Error | null => {
    const fault = faults.strike(['temporary', 'reject'], { stage, to })
    if (!fault) return null
    return fault.kind === 'temporary'
      ? answerWith(451, 'Requested action aborted: try again later')
      : answerWith(550, 'Mailbox unavailable')
  }
  /** The error to answer, or null when the mail was accepted. */
  const receive = async (stream: SMTPServerDataStream, session: SMTPServerSession): Promise<Error | null> => {
    const to = recipientsOf(session)
    if (faults.strike(['drop_before_data'], { stage: 'data', to })) {
      cut(session)
      return answerWith(421, 'Connection dropped')
    }
    const raw = await collect(stream)
    const slow = faults.strike(['delay'], { stage: 'data', to })
    if (slow) await pause(slow.value ?? 1000)
    const refusal = refusalFor('data', to)
    if (refusal) return refusal
    for (const message of await readMail({ raw, recipients: to, at: now() })) messages.add(message)
    if (faults.strike(['drop_after_data'], { stage: 'data', to })) cut(session)
    return null
  }
  return { refusalFor, receive }
}

/** An SMTP server that stores all messages and delivers none. */
export const createSmtpCatcher = (deps: CatcherDeps): SmtpCatcher => {
  const { port, credentials } = deps
  const sockets = new Map<number, Socket>()
  const cut = (session: SMTPServerSession) => sockets.get(session.remotePort)?.destroy()
  const { refusalFor, receive } = createIntake(deps, cut)

  const server = new SMTPServer({
    name: 'mail.cardamom.test',
    banner: 'Cardamom mailbox',
    size: maximumBytes,
    disabledCommands: ['STARTTLS'],
    authMethods: ['PLAIN', 'LOGIN'],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    closeTimeout: 200,
    logger: false,
    onAuth: (auth, _session, callback) => {
      const right =
        sameSecret(auth.username ?? '', credentials.smtpUser) &&
        sameSecret(auth.password ?? '', credentials.smtpPassword)
      if (right) callback(null, { user: auth.username })
      else callback(answerWith(535, 'Wrong user or password'))
    },
    onRcptTo: ({ address }, _session, callback) => callback(refusalFor('rcpt', [address])),
    onData: (stream, session, callback) => {
      void (async () => {
        const refusal = await receive(stream, session).catch(asError)
        callback(refusal, 'Message kept')
      })()
    },
  })
  server.on('error', (cause) => process.stderr.write(`mail: ${cause.message}\n`))
  server.server.on('connection', (socket: Socket) => {
    const { remotePort = 0 } = socket
    sockets.set(remotePort, socket)
    socket.on('close', () => sockets.delete(remotePort))
  })
  return {
    listen: () =>
      new Promise((done, fail) => {
        server.server.once('error', fail)
        server.listen(port, '127.0.0.1', () => {
          server.server.off('error', fail)
          done()
        })
      }),
    close: () =>
      new Promise((done) => {
        for (const socket of sockets.values()) socket.destroy()
        server.close(() => done())
      }),
  }
}
