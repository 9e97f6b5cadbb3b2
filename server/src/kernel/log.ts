import { pino, type Logger } from 'pino'

/** Fields that a log line may carry. Everything else is dropped, so that no personal data can slip in (security §5). */
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
  /** `error`: only its name, code and stack frames are written; a message may hold data or an address with a key. */
  readonly error: (message: string, error: unknown, fields?: LogFields) => void
  /** Takes the configuration's secrets out of a text that is kept elsewhere. */
  readonly redact?: (text: string) => string
}

const keep = (fields: LogFields = {}) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => allowed.has(name)))

const mostFrames = 7
/** A name or a code is one word; whatever else a library puts there is data. */
const word = /^[\w.-]{1,60}$/
const wordOf = (value: unknown) => (word.test(String(value)) ? (value as string | number) : undefined)

/** The frames of a stack. Lines of the message stand before them, as many as it has, and are left out. */
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

type Ways = {
  /** Takes the configuration's secrets out of a finished line: the last guard, whatever brought one in. */
  readonly redact?: (line: string) => string
  /** Where lines go, when not to stdout. */
  readonly write?: (line: string) => void
}

/** @param level pino level; `silent` in tests */
export const createLog = (level: string, { redact = (line) => line, write }: Ways = {}): Log => {
  const out = write ? { write } : pino.destination(1)
  const logger: Logger = pino({ level, base: null }, { write: (line) => void out.write(redact(line)) })
  return {
    redact,
    info: (message, fields) => {
      if (logger.isLevelEnabled('info')) logger.info(keep(fields), message)
    },
    warn: (message, fields) => logger.warn(keep(fields), message),
    error: (message, error, fields) => logger.error({ ...keep(fields), ...withoutMessage(error) }, message),
  }
}
