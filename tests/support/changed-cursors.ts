/** Cursors that the server never issued, although most base64url decoders read the same bytes from them. */
export const changedCursors = (cursor: string): string[] => {
  const indexes = Array.from({ length: cursor.length + 1 }, (_, index) => index)
  const inserted = indexes.flatMap((index) =>
    ['=', ' ', '.', '\n', 'A'].map((sign) => `${cursor.slice(0, index)}${sign}${cursor.slice(index)}`),
  )
  const shortened = indexes.slice(1).map((index) => cursor.slice(0, index - 1) + cursor.slice(index))
  const standard = Buffer.from(cursor, 'base64url').toString('base64')
  return [...inserted, ...shortened, `${cursor}${cursor}`, standard].filter((changed) => changed !== cursor)
}
