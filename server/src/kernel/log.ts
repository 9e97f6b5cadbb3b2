import { pino, type Logger } from 'pino'

/** Fields that a log line may have. All others are dropped, so no personal data is logged (security §5). */
const allowed = new Set([
  'requestId',
  'method',
  'route',
  'status',
  'ms',
  'userId',
  'companyId',
  'job',
  'jobId',
  'event',
  'attempts',
  'code',
  'port',
  'mode',
  'count',
  'entityId',
  'outcome',
  'journalKind',
  'migration',
  'signal',
  'service',
  'height',
])

export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>
export type Log = {
  readonly info: (message: string, fields?: LogFields) => void
  readonly warn: (message: string, fields?: LogFields) => void
  /**
   * `error`: only its name, code and stack frames are written, because a message may contain data or an
   * address with a key.
   */
  readonly error: (message: string, error: unknown, fields?: LogFields) => void
  /** Removes the configuration's secrets from a text that is stored elsewhere. */
  readonly redact?: (text: string) => string
}

const allowedOf = (fields: LogFields = {}) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => allowed.has(name)))

const mostFrames = 7
/** A name or a code is one word. Anything else that a library puts there may be data. */
const word = /^[\w.-]{1,60}$/
const wordOf = (value: unknown) => (word.test(String(value)) ? (value as string | number) : undefined)

/** The frames of a stack. The lines of the message stand before them and are left out. */
const framesOf = ({ stack = '' }: Error): string[] =>
  stack
    .split('\n')
    .filter((line) => /^\s+at .*:\d+:\d+\)?$|^\s+at (async )?[\w.<>[\] ]+ \(<anonymous>\)$/.test(line))
    .slice(0, mostFrames)

const withoutMessage = (error: unknown) =>
  error instanceof Error
    ? {
        error: wordOf(error.name) ?? 'Error',
        code: wordOf((error as { code?: unknown }).code),
        stack: framesOf(error),
      }
    : { error: typeof error }

type LogOptions = {
  /** Removes the configuration's secrets from a finished line, as the last protection. */
  readonly redact?: (line: string) => string
  /** Where lines go if not to stdout. */
  readonly write?: (line: string) => void
}

/** @param level pino level; `silent` in tests */
export const createLog = (level: string, { redact = (line) => line, write }: LogOptions = {}): Log => {
  const out = write ? { write } : pino.destination(1)
  const logger: Logger = pino({ level, base: null }, { write: (line) => void out.write(redact(line)) })
  return {
    redact,
    info: (message, fields) => {
      if (logger.isLevelEnabled('info')) logger.info(allowedOf(fields), message)
    },
    warn: (message, fields) => logger.warn(allowedOf(fields), message),
    error: (message, error, fields) =>
      logger.error({ ...allowedOf(fields), ...withoutMessage(error) }, message),
  }
}
