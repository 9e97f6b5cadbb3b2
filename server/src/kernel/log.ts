import { pino, type Logger } from 'pino'

/** Fields that a log line may carry. Everything else is dropped, so that no personal data can slip in (trust). */
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
  /** `error`: only its name, stack and code are written; messages of database errors may hold data. */
  readonly error: (message: string, error: unknown, fields?: LogFields) => void
}

const keep = (fields: LogFields = {}) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => allowed.has(name)))

const stackOnly = (error: unknown) =>
  error instanceof Error
    ? {
        error: error.name,
        code: (error as { code?: unknown }).code,
        stack: error.stack?.split('\n').slice(1, 8),
      }
    : { error: typeof error }

/** @param level pino level; `silent` in tests */
export const createLog = (level: string): Log => {
  const logger: Logger = pino({ level, base: null })
  return {
    info: (message, fields) => logger.info(keep(fields), message),
    warn: (message, fields) => logger.warn(keep(fields), message),
    error: (message, error, fields) => logger.error({ ...keep(fields), ...stackOnly(error) }, message),
  }
}
