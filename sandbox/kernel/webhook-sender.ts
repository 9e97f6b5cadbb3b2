import { randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { Faults } from './faults.ts'
import type { ServiceClock } from './service-clock.ts'

/** A message for the service's subscriber. `sign` is called for each try. */
export type OutgoingWebhook = {
  readonly url: string
  /** Name that faults match on. */
  readonly event: string
  readonly body: string
}

export type BodyStorage = {
  readonly encrypt: (body: string) => string
  readonly open: (stored: string) => string
}

export type SignMessage = (
  rawBody: string,
  message: { readonly id: string; readonly event: string },
) => Record<string, string>

export type WebhookSender = {
  /** Stores the message and sends it soon. It is sent again with growing pauses until it is acknowledged. */
  readonly send: (message: OutgoingWebhook) => void
  /**
   * Sends it once, at once. Returns whether the subscriber accepted it; a lost message counts as accepted, as
   * on a real network.
   */
  readonly sendNow: (message: OutgoingWebhook) => Promise<boolean>
  /**
   * Sets the function that signs the raw body and returns headers. The service calls this once. `id` of the
   * message is the same for every attempt.
   */
  readonly signWith: (sign: SignMessage) => void
  /**
   * Sets how bodies are stored, for services whose messages contain secrets. Called once, before the first
   * message.
   */
  readonly storeWith: (storage: BodyStorage) => void
  readonly log: () => readonly Record<string, unknown>[]
  /** Sends a message again, as a new one with its own id. False: there is no such message. */
  readonly resend: (id: string) => boolean
  /** Sends all waiting messages now; resolves when no message can be sent at once. */
  readonly flush: () => Promise<void>
  readonly start: () => void
  /**
   * Aborts the message that is being sent (it stays stored) and resolves when the store is no longer used.
   */
  readonly stop: () => Promise<void>
}

const pausesMs = [0, 500, 1000, 2000, 5000, 10_000, 30_000, 60_000]
const maxTries = 20
type Row = {
  id: string
  url: string
  event: string
  body: string
  tries: number
  due_ms: number
  state: string
}

const schema = `create table if not exists webhook_message (
  seq integer primary key autoincrement, id text unique not null, url text not null, event text not null,
  body text not null, tries integer not null default 0, due_ms integer not null, state text not null,
  last_status integer, last_error text)`

export const createWebhookSender = (deps: {
  store: DatabaseSync
  faults: Faults
  clock: ServiceClock
}): WebhookSender => {
  const { store, faults, clock } = deps
  store.exec(schema)
  let sign: SignMessage = () => ({})
  let storage: BodyStorage = { encrypt: (body) => body, open: (stored) => stored }
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | null = null
  let held: Row[] = []
  const closing = new AbortController()
  const realMs = () => clock.realNow().getTime()

  const post = async (row: Row) => {
    const bad = faults.strike(['bad_signature'], { path: row.event }) !== null
    const body = storage.open(row.body)
    const headers = sign(bad ? `${body} ` : body, row)
    let status = 0
    let error: string | null = null
    try {
      const answer = await fetch(row.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body,
        signal: AbortSignal.any([AbortSignal.timeout(10_000), closing.signal]),
      })
      status = answer.status
      await answer.body?.cancel()
    } catch (cause) {
      error = String(cause)
    }
    const acknowledged = status >= 200 && status < 300
    const tries = row.tries + 1
    const pause = pausesMs[Math.min(tries, pausesMs.length - 1)] ?? 60_000
    store
      .prepare(
        'update webhook_message set tries = ?, state = ?, due_ms = ?, last_status = ?, last_error = ? where id = ?',
      )
      .run(
        tries,
        acknowledged ? 'acknowledged' : tries >= maxTries || row.state === 'once' ? 'given_up' : 'waiting',
        realMs() + pause,
        status,
        error,
        row.id,
      )
    return acknowledged
  }

  const save = ({ url, event, body }: OutgoingWebhook, state: 'waiting' | 'once'): Row =>
    store
      .prepare(
        'insert into webhook_message (id, url, event, body, due_ms, state) values (?, ?, ?, ?, ?, ?) returning *',
      )
      .get(randomUUID(), url, event, storage.encrypt(body), realMs(), state) as Row

  const deliver = async (row: Row) => {
    if (row.tries === 0 && faults.strike(['lose'], { path: row.event })) {
      store.prepare(`update webhook_message set state = 'lost' where id = ?`).run(row.id)
      return
    }
    if (row.tries === 0 && faults.strike(['reorder'], { path: row.event })) {
      held.push(row)
      return
    }
    const copies = faults.strike(['duplicate'], { path: row.event }) ? 2 : 1
    for (let copy = 0; copy < copies; copy += 1) await post(row)
    const timedOut = held
    held = []
    for (const each of timedOut) await post(each)
  }

  const round = async () => {
    while (!closing.signal.aborted) {
      const row = store
        .prepare(
          `select * from webhook_message where state = 'waiting' and due_ms <= ?
             and id not in (select value from json_each(?)) order by seq limit 1`,
        )
        .get(realMs(), JSON.stringify(held.map(({ id }) => id))) as Row | undefined
      if (!row) return
      await deliver(row)
    }
  }
  const flush = async () => {
    running ??= round().finally(() => {
      running = null
    })
    await running
  }
  return {
    send: (message) => {
      save(message, 'waiting')
      if (timer) setImmediate(() => void flush())
    },
    sendNow: async (message) => {
      const row = save(message, 'once')
      if (faults.strike(['lose'], { path: row.event })) {
        store.prepare(`update webhook_message set state = 'lost' where id = ?`).run(row.id)
        return true
      }
      if (faults.strike(['duplicate'], { path: row.event })) await post(row)
      return post(row)
    },
    signWith: (next) => {
      sign = next
    },
    storeWith: (next) => {
      storage = next
    },
    log: () =>
      store
        .prepare('select * from webhook_message order by seq desc limit 200')
        .all()
        .map((row) => ({ ...row, body: storage.open(String(row['body'])) })),
    resend: (id) =>
      store
        .prepare(
          `insert into webhook_message (id, url, event, body, tries, due_ms, state)
           select ?, url, event, body, 1, ?, 'waiting' from webhook_message where id = ?`,
        )
        .run(randomUUID(), realMs(), id).changes > 0,
    flush,
    start: () => {
      timer = setInterval(() => void flush(), 250)
    },
    stop: async () => {
      clearInterval(timer)
      timer = undefined
      closing.abort()
      await running
    },
  }
}
