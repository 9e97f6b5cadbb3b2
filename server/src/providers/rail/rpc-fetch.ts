/** An answer larger than this is none: no block of a chain that we read has so much to tell. */
const mostBytes = 10_485_760

/** What was asked together was not answered call by call: nobody can say which answer belongs to which call. */
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
 * `fetch` for JSON-RPC batches. The client gives the answers to its calls by their order, so one that is missing or comes
 * twice, from a node or a proxy before it, would make a call believe the answer of its neighbour: the newest block taken
 * for the final one, a coin's price for another's. Such a batch is refused whole.
 */
export const fetchBatch: typeof fetch = async (url, init) => {
  const response = await fetch(url, init)
  if (!response.ok) return response
  const text = await readText(response)
  const sent = typeof init?.body === 'string' ? init.body : 'null'
  const [asked, told] = [sent, text].map((each) => JSON.parse(each) as unknown)
  const [wanted, got] = [idsOf(asked), idsOf(told)]
  if (Array.isArray(asked) && (!Array.isArray(told) || wanted.join() !== got.join()))
    throw new BatchMixedUp(`The node answered ${got.length} calls of ${wanted.length}, or others`)
  return new Response(text, { status: response.status, headers: { 'content-type': 'application/json' } })
}
