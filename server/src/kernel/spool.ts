import { randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { open, unlink, type FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * A file that waits to be sent. Its name is already deleted: its space is freed when the handle is closed or
 * the process ends.
 */
export type SpooledFile = { readonly handle: FileHandle; readonly bytes: number }

/** A file became larger than one person may fetch at once. */
export class SpoolFull extends Error {
  override name = 'SpoolFull'
}

/** Writes pieces to a temporary file that only this process can read. `over`: the reader has left. */
export type Spool = (pieces: AsyncIterable<string | Uint8Array>, over: AbortSignal) => Promise<SpooledFile>

export const createSpool = (largestBytes: number): Spool => {
  let dir: string | null = null
  return async (pieces, over) => {
    dir ??= mkdtempSync(join(tmpdir(), 'cardamom-files-'))
    const path = join(dir, randomUUID())
    const handle = await open(path, 'wx+', 0o600)
    try {
      await unlink(path)
      let bytes = 0
      for await (const piece of pieces) {
        over.throwIfAborted()
        const part = typeof piece === 'string' ? Buffer.from(piece) : piece
        bytes += part.length
        if (bytes > largestBytes) throw new SpoolFull(`A file is larger than ${largestBytes} bytes`)
        await handle.appendFile(part)
      }
      return { handle, bytes }
    } catch (error) {
      await handle.close()
      throw error
    }
  }
}
