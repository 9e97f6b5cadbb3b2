/**
 * No connection was available or none answered. A retry with the same idempotency key returns the outcome.
 */
export class DatabaseUnreachable extends Error {
  constructor(cause: unknown, message = 'The database cannot be reached') {
    super(message, { cause })
  }
}

/** SQLSTATEs of a broken connection, a stopping or starting server, and too many connections. */
const lostConnection = /^(?:08...|57P0[1-3]|53300|25P0[34])$/
const endedConnection =
  /^(?:Connection terminated|Client has encountered a connection error|Query read timeout)/
/** Error codes of the socket of a broken connection. */
const brokenSocket = /^(?:EPIPE|ECONNRESET|ECONNABORTED|ENOTCONN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/
export const namingLoss = (error: unknown): unknown =>
  brokenSocket.test((error as { code?: string }).code ?? '') ? new DatabaseUnreachable(error) : error
/** SQLSTATEs of a lock wait or statement that ran too long. Both are rolled back, so nothing was changed. */
const timeoutCodes = new Set(['55P03', '57014'])

/** True when the database was unreachable or lost during the call. The outcome of a commit is unknown. */
export const isUnreachable = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  if (error instanceof DatabaseUnreachable || endedConnection.test(error.message)) return true
  return lostConnection.test((error as { code?: string }).code ?? '') || isUnreachable(error.cause)
}

/** True when a lock or the server's load prevented the work. Nothing was changed; a retry may succeed. */
export const isBusy = (error: unknown): boolean =>
  error instanceof Error && (timeoutCodes.has((error as { code?: string }).code ?? '') || isBusy(error.cause))
