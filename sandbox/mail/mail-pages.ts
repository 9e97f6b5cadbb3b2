import { join } from 'node:path'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { mountPageFiles, ownPageHeaders } from '../kernel/page-files.ts'
import type { ServiceSettings } from '../kernel/service.ts'
import type { Channel, Message, MessageStore } from './message-store.ts'

const files: Readonly<Record<string, string>> = {
  '/': 'inbox.html',
  '/phone': 'phone.html',
  ...Object.fromEntries(
    ['mail.css', 'inbox.css', 'phone.css', 'frame.js', 'texts.js', 'inbox.js', 'letter.js', 'phone.js'].map(
      (name) => [`/page/${name}`, name],
    ),
  ),
}

const common = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-cache',
}

/** A mail's own HTML: no script runs, only pictures of this machine load, links open a new window. */
const mailHeaders = {
  ...common,
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src data: http://localhost:* http://127.0.0.1:*; " +
    "form-action 'none'; base-uri 'none'; frame-ancestors 'self'; " +
    'sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox',
}

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

const line = ({ html, text, sid: _sid, ...message }: Message) => ({
  ...message,
  hasHtml: html !== null,
  preview: text.replace(/\s+/g, ' ').slice(0, 140),
})

/** Links of a mail open a new window, so that the inbox stays open. */
const withNewWindows = (html: string): string =>
  /<head\b[^>]*>/i.test(html)
    ? html.replace(/<head\b[^>]*>/i, (head) => `${head}<base target="_blank">`)
    : html.replace(/^(\s*<!doctype[^>]*>)?/i, (start) => `${start}<base target="_blank">`)

type ListQuery = { to?: string; q?: string; channel?: string; before?: string }
const pageSize = 50

/**
 * The calls of the pages. They need no token, because the mailbox has only test messages; other host names
 * are refused.
 */
const mountReads = ({ app, settings, messages }: Parameters<typeof mountMailPages>[0]) => {
  const { port, publicUrl } = settings
  const hosts = new Set([new URL(publicUrl).host, `127.0.0.1:${port}`, `localhost:${port}`])
  const preHandler = async (request: FastifyRequest) => {
    if (loopback.has(request.ip) && hosts.has(request.headers.host ?? '')) return
    throw Object.assign(new Error('only from this machine'), { statusCode: 403 })
  }
  app.get<{ Querystring: ListQuery }>('/api/messages', { preHandler }, async ({ query }, reply) => {
    const { to, q: search, before } = query
    const channel: Channel = query.channel === 'sms' ? 'sms' : 'email'
    const found = messages.list({ to, search, channel, before, limit: pageSize + 1 })
    reply.headers(common)
    return { messages: found.slice(0, pageSize).map(line), more: found.length > pageSize }
  })
  app.get<{ Params: { id: string } }>('/api/messages/:id', { preHandler }, async ({ params }, reply) => {
    const message = messages.get(params.id)
    if (!message) return reply.code(404).send({ error: 'no such message' })
    reply.headers(common)
    return { ...line(message), text: message.text, attachments: messages.attachmentsOf(message.id) }
  })
  app.get<{ Params: { id: string } }>('/api/messages/:id/html', { preHandler }, async ({ params }, reply) => {
    const html = messages.get(params.id)?.html
    if (!html) return reply.code(404).send({ error: 'no such message' })
    return reply.headers(mailHeaders).type('text/html; charset=utf-8').send(withNewWindows(html))
  })
  app.get<{ Params: { id: string } }>('/api/attachments/:id', { preHandler }, async ({ params }, reply) => {
    const found = messages.attachment(params.id)
    if (!found) return reply.code(404).send({ error: 'no such attachment' })
    const name = encodeURIComponent(found.name)
    const headers = { ...mailHeaders, 'content-disposition': `attachment; filename*=UTF-8''${name}` }
    return reply.headers(headers).type('application/octet-stream').send(Buffer.from(found.content))
  })
  app.get('/api/live', { preHandler }, async (request, reply) => {
    reply.hijack()
    const { raw } = reply
    raw.writeHead(200, { ...common, 'content-type': 'text/event-stream' })
    raw.write('retry: 1000\n\n')
    const stop = messages.onNew((id) => raw.write(`id: ${id}\nevent: message\ndata: ${id}\n\n`))
    request.raw.on('close', stop)
  })
}

/** The inbox at `/`, the phone at `/phone`, and what they read. */
export const mountMailPages = (deps: {
  app: FastifyInstance
  settings: ServiceSettings
  messages: MessageStore
}): void => {
  mountPageFiles(deps.app, {
    folder: join(import.meta.dirname, 'page'),
    headers: ownPageHeaders("'self'"),
    paths: files,
  })
  mountReads(deps)
}
