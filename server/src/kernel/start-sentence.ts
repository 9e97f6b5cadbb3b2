import { StartRefused } from './migrate.ts'

const diskFull = 'The disk that holds DATA_DIR is full: free some space and start again.'
const howToWrite = 'write it as postgres://user:password@host:port/database'

/** Error codes of the system and the database, each with its meaning and the recommended action. */
const sentences: Readonly<Record<string, (message: string) => string>> = {
  ENOSPC: () => diskFull,
  '53100': () => diskFull,
  EACCES: notWritable,
  EPERM: notWritable,
  EROFS: notWritable,
  ENOTDIR: notWritable,
  EEXIST: notWritable,
  ECONNREFUSED: noAnswer,
  ECONNRESET: noAnswer,
  ENOTFOUND: noAnswer,
  EAI_AGAIN: noAnswer,
  ETIMEDOUT: noAnswer,
  EHOSTUNREACH: noAnswer,
  '28P01': noAnswer,
  '28000': noAnswer,
  '3D000': noAnswer,
  '42501': (message) =>
    `The user of DATABASE_URL lacks a right (${message}): docs/operations.md lists what it needs.`,
  ERR_INVALID_URL: () => `DATABASE_URL is not an address of a database: ${howToWrite}.`,
}

function notWritable(message: string): string {
  return `DATA_DIR cannot be written (${message}): choose another folder with DATA_DIR.`
}

function noAnswer(message: string): string {
  return `The database of DATABASE_URL does not answer (${message}): check its address, user and password.`
}

const portSentence = ({ code, port }: { code?: string; port?: number }): string => {
  const wayOut = 'set PORT (or METRICS_PORT, if it is that one) to another number'
  if (code === 'EADDRINUSE') return `Port ${port} is in use: stop the program that uses it, or ${wayOut}.`
  if (code === 'EACCES') return `Port ${port} is not open to this user: ${wayOut}.`
  return 'HOST is no address of this machine: write 127.0.0.1, or 0.0.0.0 for all of its addresses.'
}

/** An error with all of its causes, outermost first. */
const withCauses = (error: unknown): { code?: string; message?: string; port?: number; syscall?: string }[] =>
  error instanceof Error ? [error, ...withCauses(error.cause)] : []

/**
 * The sentence for a failure that the person who starts the product can fix: the problem, then the
 * recommended action.
 */
export const sentenceOf = (error: unknown): string => {
  const chain = withCauses(error)
  const all = chain.map(({ message }) => message ?? '').join(' ')
  if (/ENOSPC|no space left on device/i.test(all)) return diskFull
  if (error instanceof StartRefused) return error.message
  const closed = chain.find(({ syscall }) => syscall === 'listen')
  if (closed) return portSentence(closed)
  for (const { code, message } of chain) {
    const sentence = code === undefined ? undefined : sentences[code]
    if (sentence) return sentence(message ?? '')
  }
  const first = chain[0]?.message ?? String(error)
  return `Cardamom could not start: ${first.split('\n')[0]}`
}
