import type { InputOf } from '@cardamom/contract/endpoint'
import { getMe, updateMe } from '@cardamom/contract/identity'
import { call, isRefusal } from '../kernel/api.ts'

/** What is saved the moment it is chosen. */
type OwnChoice = Pick<InputOf<typeof updateMe>, 'locale' | 'timeZone'>

/**
 * Changes one's own record; who else changed it meanwhile does not matter, for nobody types these fields. Throws
 * `ApiError`.
 */
export const saveOwn = async (choice: OwnChoice): Promise<void> => {
  for (const isLast of [false, true]) {
    const { version } = await call(getMe, { errors: 'quiet' })
    try {
      await call(updateMe, { input: choice, ifMatch: String(version), errors: 'quiet' })
      return
    } catch (error) {
      if (isLast || !isRefusal(error, 'record_changed')) throw error
    }
  }
}
