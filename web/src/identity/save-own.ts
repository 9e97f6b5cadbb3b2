import type { InputOf } from '@cardamom/contract/endpoint'
import { getMe, updateMe } from '@cardamom/contract/identity'
import { call, isRefusal } from '../kernel/api.ts'

/** Choices that are saved at once. */
type OwnChoice = Pick<InputOf<typeof updateMe>, 'locale' | 'timeZone'>

/**
 * Changes the person's own record. A change by others meanwhile is no conflict, because these fields are
 * chosen and not typed. Throws `ApiError`.
 */
export const saveOwn = async (choice: OwnChoice): Promise<void> => {
  for (const isLast of [false, true]) {
    const { version } = await call(getMe, { errors: 'none' })
    try {
      await call(updateMe, { input: choice, ifMatch: String(version), errors: 'none' })
      return
    } catch (error) {
      if (isLast || !isRefusal(error, 'record_changed')) throw error
    }
  }
}
