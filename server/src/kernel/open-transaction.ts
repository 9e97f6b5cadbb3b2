import { AsyncLocalStorage } from 'node:async_hooks'

/** Something slow was called, or another connection asked for, while the caller had a database transaction open. */
export class CalledInTransaction extends Error {
  override name = 'CalledInTransaction'
}

type OpenTransaction = { isOpen: boolean; readonly onCallInside: (error: Error) => void }

const current = new AsyncLocalStorage<OpenTransaction>()

/**
 * Runs `use` as part of an open transaction.
 *
 * @param onCallInside hears when an outside service is called meanwhile, or another transaction begun; where it throws,
 *   that does not happen
 */
export const inTransaction = async <T>(
  onCallInside: (error: Error) => void,
  use: () => Promise<T>,
): Promise<T> => {
  const transaction: OpenTransaction = { isOpen: true, onCallInside }
  try {
    return await current.run(transaction, use)
  } finally {
    // Work that was started inside and goes on afterwards is free to call whom it likes.
    transaction.isOpen = false
  }
}

const tellIfOpen = (message: string): void => {
  const transaction = current.getStore()
  if (transaction?.isOpen) transaction.onCallInside(new CalledInTransaction(message))
}

/**
 * Every adapter calls this before it asks an outside service. A silent service would hold the caller's database
 * connection, and the locks of its transaction, until the timeout.
 */
export const requireNoTransaction = (service: string): void =>
  tellIfOpen(`${service} was called inside a database transaction`)

/**
 * The database calls this before it takes a connection. Callers that hold one and wait for a second one wait for each
 * other as soon as there are as many of them as connections.
 */
export const requireNoSecondTransaction = (): void =>
  tellIfOpen('A second transaction was begun inside a database transaction')
