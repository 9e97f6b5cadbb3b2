import { createHash } from 'node:crypto'

/** The lines of an exported book, and changes of them. */
export type Line = Record<string, unknown> & {
  counts: Record<string, number>
  legs: Record<string, string>[]
}
export const parsed = (line: string | undefined) => JSON.parse(line ?? 'null') as Line
export const changeLineOf = (
  lines: readonly string[],
  index: number,
  change: (line: Line) => void,
): string[] => {
  const line = parsed(lines[index])
  change(line)
  return lines.with(index, JSON.stringify(line))
}

/** The same lines with a trailer whose hash is right. */
export const hashed = (
  of: readonly string[],
  change: (line: Line) => void = () => undefined,
  lineEnd = '\n',
): string[] => {
  const before = of.slice(0, -1)
  const trailer = parsed(of.at(-1))
  trailer['sha256'] = createHash('sha256')
    .update(before.map((line) => `${line}${lineEnd}`).join(''))
    .digest('hex')
  change(trailer)
  return [...before, JSON.stringify(trailer)]
}
