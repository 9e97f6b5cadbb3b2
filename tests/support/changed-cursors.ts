/** Cursors that the server never issued, although most base64url decoders read the same bytes from them. */
export const changedCursors = (cursor: string): string[] => {
  const places = Array.from({ length: cursor.length + 1 }, (_, place) => place)
  const inserted = places.flatMap((place) =>
    ['=', ' ', '.', '\n', 'A'].map((sign) => `${cursor.slice(0, place)}${sign}${cursor.slice(place)}`),
  )
  const shortened = places.slice(1).map((place) => cursor.slice(0, place - 1) + cursor.slice(place))
  const standard = Buffer.from(cursor, 'base64url').toString('base64')
  return [...inserted, ...shortened, `${cursor}${cursor}`, standard].filter((changed) => changed !== cursor)
}
