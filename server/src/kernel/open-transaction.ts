import { AsyncLocalStorage } from 'node:async_hooks'

/** Something slow was called while the caller had a database transaction open. */
export class CalledInTransaction extends Error {
  override name = 'CalledInTransaction'
}

type OpenTransaction = { isOpen: boolean; readonly onOutsideCall: (error: Error) => void }

const current = new AsyncLocalStorage<OpenTransaction>()

/**
 * Runs `use` as part of an open transaction.
 *
 * @param onOutsideCall hears when an outside service is called meanwhile; where it throws, the call does not happen
 */
export const inTransaction = async <T>(
  onOutsideCall: (error: Error) => void,
  use: () => Promise<T>,
): Promise<T> => {
  const transaction: OpenTransaction = { isOpen: true, onOutsideCall }
  try {
    return await current.run(transaction, use)
  } finally {
    // Work that was started inside and goes on afterwards is free to call whom it likes.
    transaction.isOpen = false
  }
}

/**
 * Every adapter calls this before it asks an outside service. A silent service would hold the caller's database
 * connection, and the locks of its transaction, until the timeout.
 */
export const requireNoTransaction = (service: string): void => {
  const transaction = current.getStore()
  if (!transaction?.isOpen) return
  transaction.onOutsideCall(new CalledInTransaction(`${service} was called inside a database transaction`))
}
