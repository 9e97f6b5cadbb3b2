import pg from 'pg'

/**
 * Loaded into the server before itself: it answers before what it answers is committed. A transaction that stored an
 * answer says that it is done and commits only a moment later, on the connection that it keeps until then.
 */
const lateMs = 400
const holdsAnswer = new WeakSet<pg.Client>()
const textOf = (asked: unknown): string =>
  typeof asked === 'string' ? asked : ((asked as { text?: string } | null)?.text ?? '')

const plain = Reflect.get(pg.Client.prototype, 'query') as (...asked: unknown[]) => unknown

const commitLater = (client: pg.Client & { release?: (error?: Error) => void }): Promise<unknown> => {
  holdsAnswer.delete(client)
  const { release } = client
  const committed = new Promise((done) => setTimeout(done, lateMs)).then(() => plain.call(client, 'commit'))
  client.release = (error) => void committed.finally(() => release?.(error))
  return Promise.resolve({ rows: [], rowCount: null })
}

const query = function (this: pg.Client, ...asked: unknown[]): unknown {
  const text = textOf(asked[0])
  if (text.startsWith('insert into idempotency')) holdsAnswer.add(this)
  return text === 'commit' && holdsAnswer.has(this) ? commitLater(this) : plain.apply(this, asked)
}
Reflect.set(pg.Client.prototype, 'query', query)
