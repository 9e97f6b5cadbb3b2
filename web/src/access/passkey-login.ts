import { createPasskeySession } from '@cardamom/contract/access/login'
import { useCallback, useEffect, useState } from 'react'
import { call } from '../kernel/api.ts'
import { whenIdle } from '../kernel/idle.ts'
import { openSession } from '../kernel/session.ts'
import { problemOf } from '../kernel/transport.ts'
import { useCeremonyText } from './step-up/ceremony-text.ts'
import { stepUpClient } from './step-up/provider.ts'

const action = 'login'

const openPasskeySession = async (token: string): Promise<void> => {
  const opened = await call(createPasskeySession, { input: { token }, errors: 'none' })
  await openSession(opened.token)
}

/** Whether this browser can offer passkeys in a field. */
const canAutofill = async (): Promise<boolean> =>
  typeof PublicKeyCredential !== 'undefined' &&
  'isConditionalMediationAvailable' in PublicKeyCredential &&
  (await PublicKeyCredential.isConditionalMediationAvailable())

export type PasskeyLogin = {
  readonly isSupported: boolean
  readonly isBusy: boolean
  readonly problem: string | null
  readonly press: () => Promise<void>
}

/**
 * Passkey login: the browser offers it in the login field as soon as the page is drawn, and a button starts
 * it. Failures in the field are not shown, because the person did not request anything.
 */
export const usePasskeyLogin = (): PasskeyLogin => {
  const ceremonyText = useCeremonyText()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const enter = useCallback(async (token: string | undefined) => {
    if (token === undefined) return
    setBusy(true)
    try {
      await openPasskeySession(token)
    } catch (error) {
      setProblem(problemOf(error))
    }
    setBusy(false)
  }, [])
  useEffect(() => {
    let isHere = true
    const offer = async () => {
      if (!(await canAutofill()) || !isHere) return
      const client = await stepUpClient()
      const answer = await client.passkey.signIn({ autofill: true, action })
      if (isHere && answer.error === undefined && answer.data.isVerified) await enter(answer.data.token)
    }
    // The provider's library is large, and the field is not visible before the page is drawn.
    const callOff = whenIdle(() => void offer().catch(() => undefined))
    return () => {
      isHere = false
      callOff()
    }
  }, [enter])
  const press = async () => {
    setBusy(true)
    setProblem(null)
    try {
      const client = await stepUpClient()
      const answer = await client.passkey.signIn({ action })
      if (answer.error !== undefined) setProblem(ceremonyText(answer))
      else await enter(answer.data.token)
    } catch (error) {
      setProblem(problemOf(error))
    } finally {
      setBusy(false)
    }
  }
  return { isSupported: typeof PublicKeyCredential !== 'undefined', isBusy, problem, press }
}
