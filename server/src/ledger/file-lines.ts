import { createReadStream } from 'node:fs'

const chunkBytes = 1 << 18

/**
 * Lines with their line feed, in order. The last one may be without it. Null: the next line has more than `mostBytes`;
 * neither it nor what follows is read, because a file may be larger than the memory.
 */
export async function* splitLines(file: string, mostBytes: number): AsyncGenerator<Buffer | null> {
  let rest: Buffer[] = []
  let size = 0
  for await (const chunk of createReadStream(file, { highWaterMark: chunkBytes }) as AsyncIterable<Buffer>) {
    let start = 0
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      const line = chunk.subarray(start, end + 1)
      if (size + line.length > mostBytes) return yield null
      yield rest.length === 0 ? line : Buffer.concat([...rest, line])
      rest = []
      size = 0
      start = end + 1
    }
    rest.push(chunk.subarray(start))
    size += chunk.length - start
    if (size > mostBytes) return yield null
  }
  if (size > 0) yield Buffer.concat(rest)
}
