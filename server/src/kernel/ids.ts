import { randomBytes } from 'node:crypto'

export const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Makes ids. The simulation uses one with a fixed seed. */
export type Ids = {
  /** uuid version 7: ids sort by creation time. */
  readonly next: () => string
  /** Unpredictable bytes for tokens and codes. */
  readonly secret: (bytes: number) => Buffer
}

const pooledBytes = 4096
/** The digit with the two bits of the variant and two random bits. */
const variants = '89ab'
/**
 * Ids stay in order when the clock is set back by less. After a larger change they follow the clock: the ledger refuses
 * ids of a later time.
 */
const mostAheadMs = 60_000

/** 16 random bytes as hex, read in larger pieces: one system call for many ids. Each byte is returned once. */
const pooledRandomHex = () => {
  let pool = ''
  let used = 0
  return (): string => {
    if (used === pool.length) {
      pool = randomBytes(pooledBytes).toString('hex')
      used = 0
    }
    used += 32
    return pool.slice(used - 32, used)
  }
}

/** The milliseconds of an id, with the dash that follows. */
const timeText = (ms: number): string => {
  const hex = ms.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-`
}

/** @param nowMs real time in milliseconds  @param random source of bytes */
export const createIds = (nowMs: () => number, random?: (bytes: number) => Buffer): Ids => {
  const randomHex = random ? () => random(16).toString('hex') : pooledRandomHex()
  // Secrets are read from the system one by one, so none of them waits in a pool.
  const secret = random ?? randomBytes
  let lastMs = 0
  let counter = 0
  let time = timeText(0)
  return {
    secret,
    next: () => {
      const hex = randomHex()
      const now = nowMs()
      const ms = lastMs - now > mostAheadMs ? now : Math.max(now, lastMs)
      // A 12-bit counter orders the ids of one millisecond. When it overflows, the id's time is one
      // millisecond ahead.
      counter = ms === lastMs ? counter + 1 : Number.parseInt(hex.slice(13, 16), 16) & 0x7ff
      const idMs = counter > 0xfff ? ms + 1 : ms
      if (counter > 0xfff) counter = 0
      if (idMs !== lastMs) time = timeText(idMs)
      lastMs = idMs
      const variant = variants[Number.parseInt(hex[16]!, 16) & 3]
      return `${time}${(0x7000 | counter).toString(16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`
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

/** The time in an id has 48 bits. */
const latestMs = 2 ** 48 - 1

/** Smallest uuid v7 of an instant, in ms: ids are ordered by creation time. */
export const firstIdAt = (at: number | Date): string => {
  const hex = Math.min(Math.max(0, Number(at)), latestMs)
    .toString(16)
    .padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}
