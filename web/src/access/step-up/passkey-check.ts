import { getPasskeyKeys } from '@cardamom/contract/access'
import { call } from '../../kernel/api.ts'
import { useText } from '../../kernel/i18n.tsx'
import { useSession } from '../../kernel/session.ts'
import { problemOf } from '../../kernel/transport.ts'
import { useCeremonyText } from './ceremony-text.ts'
import { stepUpClient } from './provider.ts'

/** Action of a check that confirms no operation. */
const action = 'authenticate'

export type PasskeyResult = { readonly works: boolean; readonly text: string }

/**
 * Checks a passkey in this browser (product §7): gets the keys, runs the ceremony, and sends its token to the
 * server.
 */
export const usePasskeyCheck = (): (() => Promise<PasskeyResult>) => {
  const t = useText('security')
  const refused = useText('refusals')
  const ceremonyText = useCeremonyText()
  const { user } = useSession()
  const failed = (text: string) => ({ works: false, text })

  const check = async (): Promise<PasskeyResult> => {
    const { data } = await call(getPasskeyKeys, { errors: 'none' })
    // No passkey is requested from a person without one (product §8).
    if (data.passkey_enabled === 0) return { works: true, text: refused('passkey_not_enabled') }
    const client = await stepUpClient()
    const isHere = await client.passkey.isAvailableOnDevice({ userId: user?.id ?? '' }).catch(() => false)
    const answer = await client.passkey.signIn({ action })
    if (answer.error !== undefined) {
      return failed(isHere ? ceremonyText(answer) : `${ceremonyText(answer)} ${t('edit.elsewhere')}`)
    }
    const { token } = answer.data
    if (token === undefined) return failed(refused('passkey_required'))
    const validated = await client.validateAction({ action, token })
    return validated.error === undefined
      ? { works: true, text: t('edit.works') }
      : failed(validated.errorDescription)
  }

  return async () => {
    try {
      return await check()
    } catch (error) {
      return failed(problemOf(error))
    }
  }
}
