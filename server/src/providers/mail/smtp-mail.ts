import { createTransport } from 'nodemailer'
import { requireNoTransaction } from '../../kernel/open-transaction.ts'
import { markRefusedKey } from '../refused-key.ts'
import type { MailOutcome, MailPort, OutgoingMail } from './mail-port.ts'

const connectMs = 10_000
const silenceMs = 20_000
const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

type SmtpError = { code?: string; responseCode?: number; syscall?: string }

/** Errors before the mail was sent: the server cannot have accepted it. */
const neverConnected = new Set(['EDNS', 'ETLS', 'EAUTH', 'ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH'])

/**
 * What a failed attempt means. After a lost connection the outcome is unknown, because the server's answer
 * was not received.
 */
export const outcomeOf = (error: unknown): MailOutcome => {
  const { code = '', responseCode, syscall } = error as SmtpError
  if (code === 'EAUTH') return 'unavailable'
  if (responseCode !== undefined && responseCode >= 500) return 'rejected'
  if (responseCode !== undefined && responseCode >= 400) return 'unavailable'
  if (neverConnected.has(code) || syscall === 'connect') return 'unavailable'
  return 'unknown'
}

/** Other failures of the login have no answer of the server to it. */
const markLogin = (error: unknown): void => {
  if ((error as SmtpError).responseCode === 535) markRefusedKey()
}

const optionsOf = (smtpUrl: string) => {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl)
  const secure = protocol === 'smtps:'
  const local = loopback.has(hostname)
  return {
    host: hostname,
    port: Number(port || (secure ? 465 : 587)),
    secure,
    // A password never leaves this machine unencrypted.
    ...(local ? { ignoreTLS: true } : { requireTLS: !secure }),
    ...(username ? { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } } : {}),
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: silenceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/**
 * Headers with link and code, for the mailbox of the sandbox. Mail servers log headers, so no other mail has
 * them.
 */
const mailboxHeaders = ({ link, code }: OutgoingMail): Record<string, string> => ({
  ...(link ? { 'X-Cardamom-Link': link } : {}),
  ...(code ? { 'X-Cardamom-Code': code } : {}),
})

const headersOf = ({ kind, lang }: OutgoingMail): Record<string, string> => ({
  'X-Cardamom-Kind': kind,
  'Content-Language': lang,
  'Auto-Submitted': 'auto-generated',
})

/**
 * Mail over SMTP.
 * @param from the operator's own address, which every mail comes from
 * @param toMailbox whether the sandbox's mailbox receives the mail; only then headers contain the link and
 * the code
 */
export const createSmtpMail = (of: { smtpUrl: string; from: string; toMailbox: boolean }): MailPort => {
  const { smtpUrl, from, toMailbox } = of
  const transport = createTransport(optionsOf(smtpUrl))
  const domain = from.split('@')[1] ?? 'localhost'
  return {
    sendMail: async (mail) => {
      requireNoTransaction('The mail server')
      try {
        await transport.sendMail({
          messageId: `<${mail.messageId}@${domain}>`,
          from: { name: mail.fromName, address: mail.fromAddress ?? from },
          to: mail.to,
          ...(mail.replyTo ? { replyTo: mail.replyTo } : {}),
          subject: mail.subject,
          text: mail.text,
          html: mail.html,
          attachments: mail.images.map(({ contentId, contentType, content }) => ({
            cid: contentId,
            contentType,
            content,
            contentDisposition: 'inline' as const,
          })),
          headers: { ...headersOf(mail), ...(toMailbox ? mailboxHeaders(mail) : {}) },
        })
        return 'ok'
      } catch (error) {
        markLogin(error)
        return outcomeOf(error)
      }
    },
    checkLogin: async () => {
      requireNoTransaction('The mail server')
      return transport.verify().then(
        () => true,
        (error: unknown) => {
          markLogin(error)
          return false
        },
      )
    },
    close: () => transport.close(),
  }
}
