import pg from 'pg'

/**
 * Loaded before the server: two faults. First, it answers before the commit: a transaction that stored an
 * answer reports success and commits a moment later on the same connection. Second, it repeats a credit
 * without a read-back: a credit whose answer is unknown is treated as unsent.
 */
const delayMs = 400
const holdsAnswer = new WeakSet<pg.Client>()
const textOf = (args: unknown): string =>
  typeof args === 'string' ? args : ((args as { text?: string } | null)?.text ?? '')

const plain = Reflect.get(pg.Client.prototype, 'query') as (...args: unknown[]) => unknown

const commitLater = (client: pg.Client & { release?: (error?: Error) => void }): Promise<unknown> => {
  holdsAnswer.delete(client)
  const { release } = client
  const committed = new Promise((done) => setTimeout(done, delayMs)).then(() => plain.call(client, 'commit'))
  client.release = (error) => void committed.finally(() => release?.(error))
  return Promise.resolve({ rows: [], rowCount: null })
}

/** Changes the statements of credits so that a credit that was sent is treated as unsent. */
const blindly = (text: string): string => {
  if (text === 'select * from "issuer_transfer" where "id" = $1') {
    return `select (jsonb_populate_record(m, '{"status": "checking"}')).* from issuer_transfer m where id = $1 and status = 'sent'
      union all select * from issuer_transfer where id = $1 and status <> 'sent'`
  }
  const isAttempt = text.startsWith('update issuer_transfer set status = $2') && text.includes('sent_at =')
  return isAttempt ? text.replace(/and status = (\$\d+)/, 'and $1::text is not null') : text
}

const historyReads = new Map<string, number>()
const noRows = {
  items: [],
  meta: { itemCount: 0, totalItems: 0, itemsPerPage: 100, totalPages: 1, currentPage: 1 },
}
const realFetch = globalThis.fetch
/** Hides the history: the first read of a card's history after a start or a credit is empty. */
globalThis.fetch = (input, init) => {
  const found = /\/cards\/([^/]+)\/(credit$|balance-history)/.exec(
    input instanceof Request ? input.url : input.toString(),
  )
  const card = found?.[1] ?? ''
  if (found?.[2] === 'credit') historyReads.delete(card)
  if (found?.[2] !== 'balance-history') return realFetch(input, init)
  const reads = historyReads.get(card) ?? 0
  historyReads.set(card, reads + 1)
  return reads === 0 ? Promise.resolve(Response.json(noRows)) : realFetch(input, init)
}

const query = function (this: pg.Client, ...args: unknown[]): unknown {
  const [first] = args
  const text = textOf(first)
  if (text.startsWith('insert into idempotency')) holdsAnswer.add(this)
  if (text === 'commit' && holdsAnswer.has(this)) return commitLater(this)
  // The text is replaced in the same object, because a copy of a query object has none of its methods.
  if (typeof first === 'object' && first !== null && 'text' in first) {
    ;(first as { text: string }).text = blindly(text)
  }
  return plain.apply(this, args)
}
Reflect.set(pg.Client.prototype, 'query', query)
