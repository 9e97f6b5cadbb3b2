import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { PassThrough } from 'node:stream'
import { createGunzip, createGzip } from 'node:zlib'
import { StartRefused } from './migrate.ts'

/**
 * A backup is a gzip of lines: a header, then for each table a line with its name, its rows in PostgreSQL's
 * COPY text format and the end line `\.`. The last line has the number of all rows.
 */
export const backupFormat = 'cardamom-backup-1'
export const endOfTable = '\\.'

export type BackupHeader = {
  readonly format: typeof backupFormat
  readonly at: string
  readonly migrations: readonly { readonly name: string; readonly sha256: string }[]
  /** A number above every transaction id in the rows. */
  readonly nextTransaction: string
  readonly sequences: readonly { readonly name: string; readonly value: string }[]
}
export type BackupTable = { readonly table: string; readonly columns: readonly string[] }

/** Writes lines into a file that only its owner may read. */
export const createBackupWriter = (file: string) => {
  const lines = new PassThrough()
  const written = pipeline(lines, createGzip(), createWriteStream(file, { mode: 0o600, flags: 'wx' }))
  written.catch(() => undefined)
  const write = (chunk: Buffer | string): Promise<void> | null =>
    lines.write(chunk)
      ? null
      : Promise.race([new Promise<void>((done) => lines.once('drain', done)), written])
  return {
    write,
    line: (value: object) => write(`${JSON.stringify(value)}\n`),
    end: async () => {
      lines.end()
      await written
    },
    fail: async () => {
      lines.destroy()
      await written.catch(() => undefined)
    },
  }
}

const notWhole = () => new StartRefused('The backup is incomplete: use another one.')

/**
 * Reads the lines of a backup in order. Throws StartRefused for a file that is no backup or is incomplete.
 */
export const createBackupReader = (file: string) => {
  const source = createReadStream(file)
  const gunzip = createGunzip()
  source.on('error', (error) => gunzip.destroy(error))
  source.pipe(gunzip)
  // The reader of the stream receives the same error.
  gunzip.on('error', () => undefined)
  const chunks = gunzip[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  let rest: Buffer = Buffer.alloc(0)

  /** One line with its end; null at the end of the file. */
  const next = async (): Promise<Buffer | null> => {
    const parts: Buffer[] = []
    for (;;) {
      const end = rest.indexOf(10)
      if (end >= 0) {
        parts.push(rest.subarray(0, end + 1))
        rest = rest.subarray(end + 1)
        return parts.length === 1 ? parts[0]! : Buffer.concat(parts)
      }
      if (rest.length > 0) parts.push(rest)
      const { done, value } = await chunks.next().catch(() => {
        throw notWhole()
      })
      if (done) return null
      rest = value
    }
  }
  const json = async <T>(): Promise<T> => {
    const line = await next()
    if (line === null) throw notWhole()
    try {
      return JSON.parse(line.toString()) as T
    } catch {
      throw new StartRefused(`${file} is not a backup of Cardamom.`)
    }
  }
  const rows = async function* (onRow: () => void): AsyncGenerator<Buffer> {
    for (;;) {
      const line = await next()
      if (line === null) throw notWhole()
      if (line.length === 3 && line.toString() === `${endOfTable}\n`) return
      onRow()
      yield line
    }
  }
  return { json, rows, close: () => source.destroy() }
}
