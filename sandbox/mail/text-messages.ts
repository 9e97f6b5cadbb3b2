import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { MailCredentials } from './mail-settings.ts'
import { findFacts } from './message-facts.ts'
import type { Message, MessageStore } from './message-store.ts'
import { sameSecret } from './smtp-catcher.ts'

type Form = Readonly<Record<string, string | undefined>>
type Problem = { readonly status: number; readonly code: number; readonly message: string }

const version = '2010-04-01'
const number = /^\+[1-9]\d{6,14}$/
const senderName = /^[A-Za-z0-9 ]{1,11}$/
const gsmSigns = /^[\n\r\x20-\x7e¡§¿ÄÅÆÇÉÑÖØÜßàäåæèéìñòöøùü£¤¥]*$/

const problemOf = ({ To = '', From = '', MessagingServiceSid, Body = '' }: Form): Problem | null => {
  if (!number.test(To)) return { status: 400, code: 21211, message: `Invalid 'To' Phone Number: ${To}` }
  if (!MessagingServiceSid && !number.test(From) && !senderName.test(From)) {
    return { status: 400, code: 21212, message: `Invalid From Number: ${From}` }
  }
  if (Body === '') return { status: 400, code: 21602, message: 'Message body is required.' }
  if (Body.length <= 1600) return null
  return {
    status: 400,
    code: 21617,
    message: 'The concatenated message body exceeds the 1600 character limit',
  }
}

const tell = (reply: FastifyReply, { status, code, message }: Problem) =>
  reply.code(status).send({ code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status })

const segmentsOf = (body: string): number => {
  const [one, many] = gsmSigns.test(body) ? [160, 153] : [70, 67]
  return body.length <= one ? 1 : Math.ceil(body.length / many)
}

const resource = (message: Message, { accountSid, status }: { accountSid: string; status: string }) => {
  const date = new Date(message.at).toUTCString().replace('GMT', '+0000')
  return {
    sid: message.sid,
    account_sid: accountSid,
    messaging_service_sid: null,
    to: message.to,
    from: message.from,
    body: message.text,
    status,
    direction: 'outbound-api',
    num_segments: String(segmentsOf(message.text)),
    num_media: '0',
    date_created: date,
    date_updated: date,
    date_sent: status === 'queued' ? null : date,
    price: null,
    price_unit: 'USD',
    error_code: null,
    error_message: null,
    api_version: version,
    uri: `/${version}/Accounts/${accountSid}/Messages/${message.sid}.json`,
    subresource_uris: { media: `/${version}/Accounts/${accountSid}/Messages/${message.sid}/Media.json` },
  }
}

type Params = { accountSid: string; file: string }

const accessCheck =
  ({ smsAccountSid: accountSid, smsAuthToken }: MailCredentials) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    const [, encoded = ''] = /^Basic (.+)$/.exec(request.headers.authorization ?? '') ?? []
    const received = Buffer.from(encoded, 'base64').toString()
    const inPath = (request.params as Params).accountSid
    if (sameSecret(received, `${accountSid}:${smsAuthToken}`) && inPath === accountSid) return
    reply.header('www-authenticate', 'Basic realm="Twilio API"')
    await tell(reply, { status: 401, code: 20003, message: 'Authenticate' })
  }

/** The part of Twilio's REST interface that sends and reads text messages. */
export const mountTextMessages = (deps: {
  app: FastifyInstance
  credentials: MailCredentials
  messages: MessageStore
  now: () => Date
}): void => {
  const { app, credentials, messages, now } = deps
  const accountSid = credentials.smsAccountSid
  const checkAccess = accessCheck(credentials)
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
  const base = `/${version}/Accounts/:accountSid`
  app.post<{ Body: Form }>(`${base}/Messages.json`, { preHandler: checkAccess }, async (request, reply) => {
    const form = request.body ?? {}
    const problem = problemOf(form)
    if (problem) return tell(reply, problem)
    const { To = '', From = form['MessagingServiceSid'] ?? '', Body = '' } = form
    const sid = `SM${randomBytes(16).toString('hex')}`
    messages.add({
      channel: 'sms',
      kind: 'sms',
      to: To,
      from: From,
      subject: '',
      text: Body,
      html: null,
      ...findFacts({ text: Body, html: null }),
      sid,
      at: now(),
      attachments: [],
    })
    return reply.code(201).send(resource(messages.bySid(sid)!, { accountSid, status: 'queued' }))
  })
  app.get<{ Querystring: { To?: string } }>(
    `${base}/Messages.json`,
    { preHandler: checkAccess },
    async ({ query }) => {
      const found = messages.list({ channel: 'sms', to: query.To, limit: 50 })
      const listed = found.map((each) => resource(each, { accountSid, status: 'delivered' }))
      return { messages: listed, page: 0, page_size: 50, start: 0, end: listed.length, next_page_uri: null }
    },
  )
  app.get<{ Params: Params }>(
    `${base}/Messages/:file`,
    { preHandler: checkAccess },
    async ({ params, url }, reply) => {
      const message = messages.bySid(params.file.replace(/\.json$/, ''))
      if (message) return resource(message, { accountSid, status: 'delivered' })
      const text = `The requested resource ${url} was not found`
      return tell(reply, { status: 404, code: 20404, message: text })
    },
  )
}
