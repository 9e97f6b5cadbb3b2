import type { Socket } from 'node:net'
import type pg from 'pg'

/** The part of the driver's connection that COPY needs. */
type Wire = {
  readonly stream: Socket
  readonly query: (text: string) => void
  readonly sendCopyFromChunk: (chunk: Buffer) => void
  readonly endCopyFrom: () => void
  readonly sendCopyFail: (reason: string) => void
}
type Statement = {
  readonly submit: (connection: Wire) => void
  readonly handleError: (error: Error) => void
  readonly handleReadyForQuery: () => void
  readonly handleCommandComplete: () => void
  readonly handleCopyInResponse: (connection: Wire) => void
  readonly handleCopyData: (message: { chunk: Buffer }, connection: Wire) => void
}

const run = (
  client: pg.Client,
  text: string,
  handlers: Partial<Pick<Statement, 'handleCopyInResponse' | 'handleCopyData'>>,
): Promise<void> =>
  new Promise((done, failed) => {
    const statement: Statement = {
      submit: (connection) => connection.query(text),
      handleError: failed,
      handleReadyForQuery: done,
      handleCommandComplete: () => undefined,
      handleCopyInResponse: () => undefined,
      handleCopyData: () => undefined,
      ...handlers,
    }
    client.query(statement as never)
  })

/**
 * `COPY … TO STDOUT`. Rows arrive one at a time, each with its line end.
 * @param onRow returns a promise to pause the rows
 */
export const copyOut = (
  client: pg.Client,
  text: string,
  onRow: (row: Buffer) => Promise<void> | null,
): Promise<void> =>
  run(client, text, {
    handleCopyData: ({ chunk }, { stream }) => {
      // The driver reuses its buffer, so the row is copied.
      const wait = onRow(Buffer.from(chunk))
      if (wait === null) return
      stream.pause()
      void wait.finally(() => stream.resume())
    },
  })

/** `COPY … FROM STDIN` of these rows. */
export const copyIn = async (client: pg.Client, text: string, rows: AsyncIterable<Buffer>): Promise<void> => {
  let feeding: Promise<void> = Promise.resolve()
  let refusal: unknown = null
  const feed = async (connection: Wire) => {
    try {
      for await (const row of rows) {
        connection.sendCopyFromChunk(row)
        if (connection.stream.writableNeedDrain)
          await new Promise<void>((drained) => connection.stream.once('drain', drained))
      }
      connection.endCopyFrom()
    } catch (error) {
      refusal = error
      connection.sendCopyFail('The rows ended early')
    }
  }
  try {
    await run(client, text, { handleCopyInResponse: (connection) => void (feeding = feed(connection)) })
    await feeding
  } catch (error) {
    throw refusal ?? error
  }
}
