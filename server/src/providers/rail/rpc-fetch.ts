import { markStatus } from '../refused-key.ts'

/** A larger answer is refused, because no chain that we read has blocks of this size. */
const mostBytes = 10_485_760

/** The answers do not match the calls of the batch, so no answer can be assigned to its call. */
export class BatchMixedUp extends Error {
  override name = 'BatchMixedUp'
}

const idsOf = (message: unknown): string[] =>
  Array.isArray(message)
    ? message.map((each) => String((each as { id?: unknown } | null)?.id)).toSorted()
    : []

const readText = async (response: Response): Promise<string> => {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of response.body ?? []) {
    parts.push(part)
    bytes += part.length
    if (bytes > mostBytes) throw new BatchMixedUp(`The node answered more than ${mostBytes} bytes`)
  }
  return Buffer.concat(parts).toString()
}

/**
 * `fetch` for JSON-RPC batches. The client assigns answers to calls by their order. When a node or a proxy
 * drops or repeats an answer, a call would get the answer of its neighbour: the newest block as the final
 * one, or another coin's price. Such a batch is refused as a whole.
 */
export const fetchBatch: typeof fetch = async (url, init) => {
  const response = await fetch(url, init)
  markStatus(response.status)
  if (!response.ok) return response
  const text = await readText(response)
  const sent = typeof init?.body === 'string' ? init.body : 'null'
  const [calls, answers] = [sent, text].map((each) => JSON.parse(each) as unknown)
  const [wanted, got] = [idsOf(calls), idsOf(answers)]
  if (Array.isArray(calls) && (!Array.isArray(answers) || wanted.join() !== got.join()))
    throw new BatchMixedUp(`The node answered ${got.length} calls of ${wanted.length}, or others`)
  return new Response(text, { status: response.status, headers: { 'content-type': 'application/json' } })
}
