/** Rows of a file changed while they were read. The output is discarded and the file is made again. */
export class FileChanged extends Error {
  override name = 'FileChanged'
}

const usualRows = 2000

/**
 * Reads all rows of an order, page by page. Each page is its own read with no transaction around them, so a
 * long file does not delay the database's vacuum. The next page is read while the present one is written, so two are in
 * memory. Reading stops when the reader leaves.
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
  let reading: ReturnType<typeof read> | null = read(null, rowsAtOnce)
  while (reading) {
    const rows: readonly Row[] = await reading
    const last = rows.length < rowsAtOnce ? undefined : rows.at(-1)
    reading = last === undefined ? null : read(last, rowsAtOnce)
    // Its failure is thrown when its turn comes. A file that ends before needs it no more.
    reading?.catch(() => undefined)
    yield rows
  }
  if ((await stamp?.()) !== before) throw new FileChanged('Rows of a file changed while they were read')
}
