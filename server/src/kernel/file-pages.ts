/** Rows of a file changed while they were read: what was written is thrown away, and the file is made again. */
export class FileChanged extends Error {
  override name = 'FileChanged'
}

const usualRows = 500

/**
 * All rows of an order, page by page. Each page is a read of its own with no transaction around them, so that a long file
 * holds back no clean-up of the database; one page at a time is in memory, and nothing is read for a reader who left.
 *
 * A row whose key never changes is in the file at most once, and exactly once if it was there all the time. Where a change
 * may move a row in the order, it could be missed or come twice: such a file gives a `stamp`.
 *
 * @throws FileChanged at the end, when the stamp is not what it was at the beginning
 */
export const filePages = async function* <Row>(of: {
  /** The rows that follow this one. */
  readonly read: (after: Row | null, limit: number) => Promise<readonly Row[]>
  /** Differs as soon as a row of the file was added, changed or removed, such as a count and the sum of versions. */
  readonly stamp?: () => Promise<string>
  readonly rowsAtOnce?: number
}): AsyncGenerator<readonly Row[], void> {
  const { read, stamp, rowsAtOnce = usualRows } = of
  const before = await stamp?.()
  let last: Row | null = null
  do {
    const rows: readonly Row[] = await read(last, rowsAtOnce)
    yield rows
    last = rows.length < rowsAtOnce ? null : (rows.at(-1) ?? null)
  } while (last !== null)
  if ((await stamp?.()) !== before) throw new FileChanged('Rows of a file changed while they were read')
}
