/** The process of the callers of lists: one request at a time, so that the server's process does not do their work. */

/** What a caller sends: the address with its headers, and whether the lines of a file are counted. */
export type ListCall = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly isFile: boolean
}
/** `text`: the answer of a page; a file has its lines counted instead. */
export type ListAnswer = {
  readonly status: number
  readonly ms: number
  readonly text: string
  readonly lines: number
}

const lineFeed = 10

const readLines = async (body: AsyncIterable<Uint8Array>): Promise<number> => {
  let lines = 0
  for await (const chunk of body)
    for (let at = chunk.indexOf(lineFeed); at >= 0; at = chunk.indexOf(lineFeed, at + 1)) lines += 1
  return lines
}

const send = async ({ url, headers, isFile }: ListCall): Promise<ListAnswer> => {
  const startedMs = performance.now()
  const answer = await fetch(url, { headers })
  const isCounted = isFile && answer.ok && answer.body !== null
  const lines = isCounted ? await readLines(answer.body as unknown as AsyncIterable<Uint8Array>) : 0
  const text = isCounted ? '' : await answer.text()
  return { status: answer.status, ms: performance.now() - startedMs, text, lines }
}

process.on('message', (call) => {
  void send(call as ListCall).then((answer) => process.send?.(answer))
})
