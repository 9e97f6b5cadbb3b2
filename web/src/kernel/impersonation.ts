import { endImpersonation } from '@cardamom/contract/access/impersonations'
import { ApiError, call } from './api.ts'
import { goToOwnAccount } from './own-account.ts'

/** Ends the impersonation on the server, and goes back even when the server cannot be reached: it ends by itself. */
export const leaveImpersonation = async (): Promise<void> => {
  try {
    await call(endImpersonation, { errors: 'none' })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
  goToOwnAccount()
}
