import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { StatementHead, StatementLine } from './statement-layout.ts'

type Answer = { readonly bytes: Uint8Array }

/** Makes a statement as PDF, piece by piece, at the speed of its reader. Throws when the worker fails. */
export const statementPdf = async function* (
  head: StatementHead,
  lines: AsyncIterable<readonly StatementLine[]>,
): AsyncGenerator<Uint8Array> {
  const worker = new Worker(new URL('./statement.worker.ts', import.meta.url), { workerData: head })
  const request = async (part: readonly StatementLine[] | null): Promise<Uint8Array> => {
    worker.postMessage(part)
    const [{ bytes }] = (await once(worker, 'message')) as [Answer]
    return bytes
  }
  try {
    for await (const part of lines) yield await request(part)
    yield await request(null)
  } finally {
    await worker.terminate()
  }
}
