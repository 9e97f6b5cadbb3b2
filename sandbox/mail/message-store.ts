import type { DatabaseSync, SQLInputValue } from 'node:sqlite'

export type Channel = 'email' | 'sms'

export type NewMessage = {
  readonly channel: Channel
  readonly kind: string
  readonly to: string
  readonly from: string
  readonly subject: string
  readonly text: string
  readonly html: string | null
  readonly link: string | null
  readonly code: string | null
  /** Twilio's id of a text message. */
  readonly sid: string | null
  readonly at: Date
  readonly attachments: readonly Attachment[]
}
export type Attachment = { readonly name: string; readonly mimeType: string; readonly content: Uint8Array }
type AttachmentNote = { readonly id: string; readonly name: string; readonly sizeBytes: number }

export type Message = Omit<NewMessage, 'at' | 'attachments'> & { readonly id: string; readonly at: string }

type MessageFilter = {
  /** One address or number, in any case. */
  readonly to?: string | undefined
  readonly kind?: string | undefined
  readonly channel?: Channel | undefined
  /** Search text in address, sender, subject or text. */
  readonly search?: string | undefined
  /** Only messages older than this one. */
  readonly before?: string | undefined
  readonly limit: number
}

export type MessageStore = {
  readonly add: (message: NewMessage) => string
  /** Newest first. */
  readonly list: (filter: MessageFilter) => readonly Message[]
  readonly get: (id: string) => Message | null
  readonly bySid: (sid: string) => Message | null
  readonly attachmentsOf: (id: string) => readonly AttachmentNote[]
  readonly attachment: (id: string) => Attachment | null
  /** Called with the id of each new message. */
  readonly onNew: (listener: (id: string) => void) => () => void
}

/** The number of newest messages that are stored. */
export const maxMessages = 10_000

const schema = `
  create table if not exists message (
    id integer primary key autoincrement, channel text not null, kind text not null, to_address text not null,
    to_key text not null, from_address text not null, subject text not null, text text not null, html text,
    link text, code text, sid text unique, at text not null);
  create index if not exists message_to on message (to_key, id);
  create table if not exists message_attachment (
    id integer primary key autoincrement, message_id integer not null, name text not null, mime_type text not null,
    content blob not null);
  create index if not exists message_attachment_of on message_attachment (message_id);`

const toMessage = (row: Record<string, unknown>): Message => ({
  id: String(row['id']),
  channel: row['channel'] as Channel,
  kind: String(row['kind']),
  to: String(row['to_address']),
  from: String(row['from_address']),
  subject: String(row['subject']),
  text: String(row['text']),
  html: row['html'] as string | null,
  link: row['link'] as string | null,
  code: row['code'] as string | null,
  sid: row['sid'] as string | null,
  at: String(row['at']),
})

const insert = `insert into message
  (channel, kind, to_address, to_key, from_address, subject, text, html, link, code, sid, at)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

const addressKey = (address: string) => address.trim().toLowerCase()
const isId = (id: string) => /^\d{1,15}$/.test(id)

const conditions = (filter: MessageFilter): { where: string; values: SQLInputValue[] } => {
  const like = `%${(filter.search ?? '').replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`
  const all: (readonly [string, ...SQLInputValue[]] | null)[] = [
    filter.to ? ['to_key = ?', addressKey(filter.to)] : null,
    filter.kind ? ['kind = ?', filter.kind] : null,
    filter.channel ? ['channel = ?', filter.channel] : null,
    filter.before && isId(filter.before) ? ['id < ?', Number(filter.before)] : null,
    filter.search
      ? [`(to_address || ' ' || from_address || ' ' || subject || ' ' || text) like ? escape '\\'`, like]
      : null,
  ]
  const used = all.filter((each) => each !== null)
  const where = used.length > 0 ? `where ${used.map(([sql]) => sql).join(' and ')}` : ''
  return { where, values: used.flatMap(([, ...values]) => values) }
}

const write = (store: DatabaseSync, message: NewMessage): number => {
  const { channel, kind, to, from, subject, text, html, link, code, sid, at } = message
  const row = store
    .prepare(insert)
    .run(channel, kind, to, addressKey(to), from, subject, text, html, link, code, sid, at.toISOString())
  const id = Number(row.lastInsertRowid)
  const attach = store.prepare(
    'insert into message_attachment (message_id, name, mime_type, content) values (?, ?, ?, ?)',
  )
  for (const { name, mimeType, content } of message.attachments) attach.run(id, name, mimeType, content)
  store.prepare('delete from message where id <= ?').run(id - maxMessages)
  store.prepare('delete from message_attachment where message_id <= ?').run(id - maxMessages)
  return id
}

export const createMessageStore = (store: DatabaseSync): MessageStore => {
  store.exec(schema)
  const listeners = new Set<(id: string) => void>()

  return {
    add: (message) => {
      store.exec('begin immediate')
      let id: string
      try {
        id = String(write(store, message))
        store.exec('commit')
      } catch (cause) {
        store.exec('rollback')
        throw cause
      }
      for (const listener of listeners) listener(id)
      return id
    },
    list: (filter) => {
      const { where, values } = conditions(filter)
      const sql = `select * from message ${where} order by id desc limit ?`
      return store
        .prepare(sql)
        .all(...values, filter.limit)
        .map(toMessage)
    },
    get: (id) => {
      const row = isId(id) ? store.prepare('select * from message where id = ?').get(Number(id)) : undefined
      return row ? toMessage(row) : null
    },
    bySid: (sid) => {
      const row = store.prepare('select * from message where sid = ?').get(sid)
      return row ? toMessage(row) : null
    },
    attachmentsOf: (id) =>
      store
        .prepare(
          'select id, name, length(content) as size from message_attachment where message_id = ? order by id',
        )
        .all(Number(id))
        .map((row) => ({ id: String(row['id']), name: String(row['name']), sizeBytes: Number(row['size']) })),
    attachment: (id) => {
      const row = isId(id)
        ? store.prepare('select * from message_attachment where id = ?').get(Number(id))
        : undefined
      if (!row) return null
      const { name, mime_type: mimeType, content } = row
      return { name: String(name), mimeType: String(mimeType), content: content as Uint8Array }
    },
    onNew: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
