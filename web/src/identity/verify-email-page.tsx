import { confirmEmail } from '@cardamom/contract/identity'
import { useCallback, useEffect, useState } from 'react'
import { ApiError, call } from '../kernel/api.ts'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { usePathParam } from '../kernel/router.tsx'
import { useTitle } from '../kernel/title.ts'
import { LoadingIndicator } from '../ui/spinner.tsx'
import { ConfirmedEmail, RefusedEmailLink, type Confirmation } from './confirmed-email.tsx'

preloadText('refusals')

type Answer = { readonly confirmed: Confirmation } | { readonly refused: ApiError }

/**
 * One request for each link, however often the page renders: a second request would answer that the link is
 * used.
 */
const requests = new Map<string, Promise<Answer>>()

/** The link that this tab has used, so that a reload shows the same result again. */
const usedKey = 'cardamom-used-link'

const readUsed = (token: string): Confirmation | null => {
  const [used, purpose, email] = (sessionStorage.getItem(usedKey) ?? '').split(' ')
  if (used !== token || email === undefined) return null
  const isChange = purpose === 'email_change' || purpose === 'email_change_waits'
  return { email, purpose: isChange ? purpose : 'registration' }
}

const verify = async (token: string): Promise<Answer> => {
  const used = readUsed(token)
  if (used !== null) return { confirmed: used }
  try {
    const confirmed = await call(confirmEmail, { params: { token }, errors: 'none' })
    sessionStorage.setItem(usedKey, `${token} ${confirmed.purpose} ${confirmed.email}`)
    return { confirmed }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    requests.delete(token)
    return { refused: error }
  }
}

const requestOnce = (token: string): Promise<Answer> => {
  const known = requests.get(token) ?? verify(token)
  requests.set(token, known)
  return known
}

const useConfirmation = (token: string) => {
  const [answer, setAnswer] = useState<Answer | null>(null)
  const [tries, setTries] = useState(0)
  useEffect(() => {
    let isGone = false
    const saveAnswer = (next: Answer) => {
      if (!isGone) setAnswer(next)
    }
    void requestOnce(token).then(saveAnswer)
    return () => {
      isGone = true
    }
  }, [token, tries])
  const again = useCallback(() => {
    setAnswer(null)
    setTries((count) => count + 1)
  }, [])
  return { answer, again }
}

/** The link of a mail: confirms the e-mail of a new account, or a changed e-mail. */
export const VerifyEmailPage = () => {
  const t = useText('registration')
  const token = usePathParam('token')
  const { answer, again } = useConfirmation(token)
  useTitle(t('confirm.title'))
  if (answer === null) return <LoadingIndicator label={t('confirm.waiting')} />
  return 'confirmed' in answer ? (
    <ConfirmedEmail confirmed={answer.confirmed} />
  ) : (
    <RefusedEmailLink error={answer.refused} token={token} again={again} />
  )
}
