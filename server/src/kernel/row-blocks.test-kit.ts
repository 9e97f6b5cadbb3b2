import { RowPositions, type RowBlock } from './row-blocks.ts'

/** The text of each value of some blocks. */
export const textsOf = (blocks: readonly RowBlock[]): (string | null)[][] => {
  const reader = new RowPositions()
  const positions = reader.read(blocks)
  let at = 0
  const textOf = (bytes: Buffer) => {
    const [start, end] = positions.subarray(at, (at += 2)) as unknown as [number, number]
    return end < 0 ? null : bytes.toString('utf8', start, end)
  }
  return blocks.flatMap(({ bytes, starts }) =>
    starts.map(() => Array.from({ length: reader.columns }, () => textOf(bytes))),
  )
}
