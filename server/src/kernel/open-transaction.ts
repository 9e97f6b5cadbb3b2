import { AsyncLocalStorage } from 'node:async_hooks'

/** The caller called something slow, or used another connection, inside an open database transaction. */
export class CalledInTransaction extends Error {
  override name = 'CalledInTransaction'
}

type OpenTransaction = { isOpen: boolean; readonly onCallInside: (error: Error) => void }

const current = new AsyncLocalStorage<OpenTransaction>()

/**
 * Runs `use` as part of an open transaction.
 *
 * @param onCallInside called when an outside service is called or another transaction starts meanwhile; if it
 *   throws, neither happens
 */
export const inTransaction = async <T>(
  onCallInside: (error: Error) => void,
  use: () => Promise<T>,
): Promise<T> => {
  const transaction: OpenTransaction = { isOpen: true, onCallInside }
  try {
    return await current.run(transaction, use)
  } finally {
    // Work that was started inside and continues afterwards may call any service.
    transaction.isOpen = false
  }
}

const tellIfOpen = (message: string): void => {
  const transaction = current.getStore()
  if (transaction?.isOpen) transaction.onCallInside(new CalledInTransaction(message))
}

/**
 * Every adapter calls this before it calls an outside service. A silent service would hold the caller's
 * database connection and locks until the timeout.
 */
export const requireNoTransaction = (service: string): void =>
  tellIfOpen(`${service} was called inside a database transaction`)

/**
 * The database calls this before it reserves a connection. Callers that hold one and wait for a second one
 * would block each other as soon as there are as many of them as connections.
 */
export const requireNoSecondTransaction = (): void =>
  tellIfOpen('A second transaction was started inside a database transaction')
