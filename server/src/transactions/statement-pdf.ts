import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

type Answer = { readonly bytes: Uint8Array }

/**
 * Makes a statement as PDF in the thread of a file, piece by piece, at the speed of its reader. Throws when the worker
 * fails.
 */
export const statementPdf = async function* <H extends object, L>(
  file: URL,
  { head, lines }: { head: H; lines: AsyncIterable<readonly L[]> },
): AsyncGenerator<Uint8Array> {
  const worker = new Worker(file, { workerData: head })
  const request = async (part: readonly L[] | null): Promise<Uint8Array> => {
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
