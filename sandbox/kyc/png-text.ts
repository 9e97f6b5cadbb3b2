import { crc32 } from 'node:zlib'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** A text longer than this is no machine-readable zone. */
const maxTextBytes = 4096

const isPng = (bytes: Buffer): boolean => bytes.subarray(0, 8).equals(signature)

/** Adds a `tEXt` chunk right after the header of a PNG. Latin-1 text only. */
export const withPngText = (png: Buffer, keyword: string, text: string): Buffer => {
  if (!isPng(png)) throw new TypeError('Not a PNG')
  const body = Buffer.concat([Buffer.from('tEXt'), Buffer.from(`${keyword}\0${text}`, 'latin1')])
  const chunk = Buffer.alloc(body.length + 8)
  chunk.writeUInt32BE(body.length - 4, 0)
  body.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(body), body.length + 4)
  const afterHeader = 8 + 8 + 13 + 4
  return Buffer.concat([png.subarray(0, afterHeader), chunk, png.subarray(afterHeader)])
}

const textOf = (kind: string, data: Buffer, keyword: string): string | null => {
  const end = data.indexOf(0)
  if (end < 0 || data.toString('latin1', 0, end) !== keyword) return null
  if (kind === 'tEXt') return data.toString('latin1', end + 1)
  // iTXt: compression flag, method, language\0, translated keyword\0, text. Compressed ones are not read.
  if (data[end + 1] !== 0) return null
  const language = data.indexOf(0, end + 3)
  const translated = language < 0 ? -1 : data.indexOf(0, language + 1)
  return translated < 0 ? null : data.toString('utf8', translated + 1)
}

/**
 * The text of the first `tEXt` or plain `iTXt` chunk with this keyword, or null. Never throws on broken
 * files.
 */
export const readPngText = (bytes: Buffer, keyword: string): string | null => {
  if (!isPng(bytes)) return null
  let offset = 8
  while (offset + 12 <= bytes.length) {
    const length = bytes.readUInt32BE(offset)
    const kind = bytes.toString('latin1', offset + 4, offset + 8)
    const end = offset + 8 + length
    if (kind === 'IEND' || end + 4 > bytes.length) return null
    if ((kind === 'tEXt' || kind === 'iTXt') && length <= maxTextBytes) {
      const text = textOf(kind, bytes.subarray(offset + 8, end), keyword)
      if (text !== null) return text
    }
    offset = end + 4
  }
  return null
}
