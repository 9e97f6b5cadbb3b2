import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { joinWrites } from './joined-writes.ts'

/** A stream, and the pieces in which it sends. */
const opened = () => {
  const stream = new PassThrough()
  const pieces: string[] = []
  stream.on('data', (piece: Buffer) => pieces.push(piece.toString()))
  return { stream, pieces, writes: joinWrites(stream) }
}
const write = (stream: PassThrough, ...texts: string[]) => {
  for (const text of texts) stream.write(Buffer.from(text))
}

test('what is held back leaves as one piece, and later writes leave at once', async () => {
  const { stream, pieces, writes } = opened()
  writes.hold()
  write(stream, 'a', 'b')
  writes.hold()
  write(stream, 'c')
  expect(pieces).toEqual([])
  writes.send()
  write(stream, 'd', 'e')
  writes.send()
  writes.hold()
  writes.send()
  expect(pieces).toEqual(['abc', 'd', 'e'])
})

test('a write with a callback leaves after what was held back before it', async () => {
  const { stream, pieces, writes } = opened()
  writes.hold()
  write(stream, 'a', 'b')
  await new Promise<void>((done) => {
    stream.write(Buffer.from('end'), () => done())
  })
  expect(pieces).toEqual(['ab', 'end'])
})
