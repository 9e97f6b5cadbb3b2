import type { Duplex } from 'node:stream'
import pg from 'pg'
import { clientLimits, limitConnection } from './connection-limits.ts'
import { plannedInOrder, type RowPieces, type Statement } from './queries.ts'
import { createRowSplitter, type RowBlock } from './row-blocks.ts'
import { prepareScope, ScopedStatement, type ScopeSettings } from './scoped-statement.ts'

/** The fewest rows of a piece. More of them wait in memory only while a piece is being written. */
const rowsOfPiece = 1000
/** Pieces that wait for the writer before the database's connection is paused. */
const mostWaiting = 2

/** The rows are sent as they are read, and are not all read and sorted before the first one is sent. */
export const inOrderOfIndex = 'set enable_sort = off; set enable_bitmapscan = off'

/** Full pieces and the end of the rows, handed from the connection to the reader of the pieces. */
const createQueue = (stream: { pause: () => unknown; resume: () => unknown }) => {
  const waiting: RowBlock[][] = []
  let [blocks, rows]: [RowBlock[], number] = [[], 0]
  let end: { readonly error: Error | null } | null = null
  let wake = (): void => undefined
  const pass = () => {
    waiting.push(blocks)
    ;[blocks, rows] = [[], 0]
    if (waiting.length >= mostWaiting) stream.pause()
    wake()
  }
  const next = async () => {
    while (waiting.length === 0 && end === null) await new Promise<void>((woken) => (wake = woken))
    const piece = waiting.shift()
    if (waiting.length < mostWaiting) stream.resume()
    if (piece === undefined && end?.error) throw end.error
    return piece
  }
  return {
    add: (block: RowBlock) => {
      blocks.push(block)
      rows += block.starts.length
      if (rows >= rowsOfPiece) pass()
    },
    finish: (error: Error | null) => {
      if (rows > 0 && error === null) pass()
      end ??= { error }
      wake()
    },
    next,
  }
}

type Listener = (chunk: Buffer) => void
/** Rows no longer reach the driver of this connection. */
const divideRows = (stream: Duplex, block: (block: RowBlock) => void): void => {
  const drivers = stream.listeners('data') as Listener[]
  stream.removeAllListeners('data')
  stream.on(
    'data',
    createRowSplitter({ block, driver: (messages) => drivers.forEach((each) => each(messages)) }),
  )
}

/**
 * The rows of one read-only statement with the settings of its scope, on a connection of its own. The statement sees the
 * rows of one instant, however long it takes. A writer that is slow pauses the connection, and the server then waits.
 * When the pieces are left early, or `gone` is aborted, the connection is closed and the server ends the statement.
 */
export const streamRows = async function* (
  options: {
    readonly url: string
    readonly connectTimeoutMs: number
    /** The error for a connection that could not be opened. */
    readonly unreachable: (cause: unknown) => Error
    /** Called with every failure; throws it. */
    readonly failed: (error: unknown) => never
  },
  of: { settings: ScopeSettings; statement: Statement; gone: AbortSignal | undefined },
): RowPieces {
  const { gone, statement, settings } = of
  const client = new pg.Client({
    ...clientLimits('file'),
    connectionString: options.url,
    connectionTimeoutMillis: options.connectTimeoutMs,
    application_name: 'cardamom',
  })
  const leave = () => client.connection.stream.destroy()
  // The statement fails too, or nobody reads it any more.
  client.on('error', () => undefined)
  gone?.addEventListener('abort', leave)
  let isDone = false
  try {
    gone?.throwIfAborted()
    await client.connect().catch((cause: unknown) => {
      throw options.unreachable(cause)
    })
    await limitConnection(client, 'file')
    await prepareScope(client)
    if (statement.text.endsWith(plannedInOrder)) await client.query(inOrderOfIndex)
    const { stream } = client.connection
    const queue = createQueue(stream)
    divideRows(stream, queue.add)
    const { text, values } = statement
    client.query(new ScopedStatement({ text, values }, settings, queue.finish) as never)
    for (let piece = await queue.next(); piece !== undefined; piece = await queue.next()) yield piece
    isDone = true
  } catch (error) {
    gone?.throwIfAborted()
    options.failed(error)
  } finally {
    gone?.removeEventListener('abort', leave)
    if (isDone) await client.end().catch(() => undefined)
    else leave()
  }
}
