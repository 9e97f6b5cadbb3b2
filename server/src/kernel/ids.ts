import { randomBytes } from 'node:crypto'

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Makes ids. The simulation uses one with a fixed seed. */
export type Ids = {
  /** uuid version 7: ids sort by creation time. */
  readonly next: () => string
  /** Unpredictable bytes for tokens and codes. */
  readonly secret: (bytes: number) => Buffer
}

const pooledBytes = 4096
/**
 * Ids stay in order when the clock is set back by less. After a larger change they follow the clock: the ledger refuses
 * ids of a later time.
 */
const mostAheadMs = 60_000

/** Random bytes, read in larger pieces: one system call for many ids. Each byte is returned once. */
const pooledRandom = () => {
  let pool = Buffer.alloc(0)
  let used = 0
  return (bytes: number): Buffer => {
    if (used + bytes > pool.length) {
      pool = randomBytes(Math.max(pooledBytes, bytes))
      used = 0
    }
    used += bytes
    return pool.subarray(used - bytes, used)
  }
}

/** @param nowMs real time in milliseconds  @param random source of bytes */
export const createIds = (nowMs: () => number, random?: (bytes: number) => Buffer): Ids => {
  const randomForIds = random ?? pooledRandom()
  // Secrets are read from the system one by one, so none of them waits in a pool.
  const secret = random ?? randomBytes
  let lastMs = 0
  let counter = 0
  return {
    secret,
    next: () => {
      const bytes = randomForIds(16)
      const now = nowMs()
      const ms = lastMs - now > mostAheadMs ? now : Math.max(now, lastMs)
      // A 12-bit counter orders the ids of one millisecond. When it overflows, the id's time is one
      // millisecond ahead.
      counter = ms === lastMs ? counter + 1 : bytes.readUInt16BE(6) & 0x7ff
      lastMs = counter > 0xfff ? ms + 1 : ms
      if (counter > 0xfff) counter = 0
      bytes.writeUIntBE(lastMs, 0, 6)
      bytes.writeUInt16BE(0x7000 | counter, 6)
      bytes[8] = (bytes[8]! & 0x3f) | 0x80
      const text = bytes.toString('hex')
      return [
        text.slice(0, 8),
        text.slice(8, 12),
        text.slice(12, 16),
        text.slice(16, 20),
        text.slice(20),
      ].join('-')
    },
  }
}

/**
 * The reference that people see: a letter and eight Crockford base32 digits of the uuid's random bits (api §7).
 * @example publicRef('L', '0192…') // 'L-7K2M9QFD'
 */
export const publicRef = (letter: string, uuid: string): string => {
  let bits = BigInt(`0x${uuid.replaceAll('-', '').slice(-10)}`)
  let text = ''
  for (let digit = 0; digit < 8; digit += 1) {
    text = crockford[Number(bits & 31n)] + text
    bits >>= 5n
  }
  return `${letter}-${text}`
}

/** Smallest uuid v7 of an instant, in ms: ids are ordered by creation time. */
export const firstIdAt = (at: number | Date): string => {
  const hex = Math.max(0, Number(at)).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}
