/** Rows of a file changed while they were read. The output is discarded and the file is made again. */
export class FileChanged extends Error {
  override name = 'FileChanged'
}

const usualRows = 500

/**
 * Reads all rows of an order, page by page. Each page is its own read with no transaction around them, so a
 * long file does not delay the database's vacuum. One page at a time is in memory, and reading stops when the
 * reader leaves.
 *
 * A row whose sort key never changes is in the file at most once, and exactly once if it existed all the
 * time. Where a change may alter the order of a row, the row could be missing or repeated, so such a file has
 * a `stamp`.
 *
 * @throws FileChanged at the end, when the stamp differs from the stamp at the start
 */
export const filePages = async function* <Row>(of: {
  /** The rows after this one. */
  readonly read: (after: Row | null, limit: number) => Promise<readonly Row[]>
  /**
   * Changes when a row of the file is added, changed or removed; for example a count and the sum of versions.
   */
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
