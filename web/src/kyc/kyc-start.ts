import type { WireOf } from '@cardamom/contract/endpoint'
import { getKyc, refreshKyc, startKyc, type DocumentType } from '@cardamom/contract/kyc'
import { useCallback, useState } from 'react'
import { ApiError, isRefusal } from '../kernel/api-error.ts'
import { callKey, queryClient, useAction } from '../kernel/query.ts'
import { showFailure } from '../kernel/transport.ts'

export type Kyc = WireOf<typeof getKyc>
export type FilledForm = {
  readonly firstName: string
  readonly lastName: string
  readonly documentType: DocumentType
  readonly country: string
}

/** The saved form, if it is complete: the check then continues without showing it. */
export const filledForm = ({ form }: Kyc): FilledForm | null =>
  form.documentType === null || form.country === null
    ? null
    : { ...form, documentType: form.documentType, country: form.country }

/** Stores the answer of a call as the present data of `/kyc`. */
export const storeKyc = (kyc: Kyc): void => {
  queryClient.setQueryData(callKey(getKyc, {}), kyc)
}

/** Refusals of a start for which the page has its own texts. */
export type StartTrouble = 'down' | 'mail' | 'birthDate'

const troubleOf = (error: unknown): StartTrouble | null => {
  if (isRefusal(error, 'email_not_verified')) return 'mail'
  if (isRefusal(error, 'invalid_user_data')) return 'birthDate'
  return isRefusal(error, 'FL001') ? 'down' : null
}
/** The check has another state than the page shows, so the page of its state explains the refusal. */
const belongsToState = (error: unknown): boolean =>
  isRefusal(error, 'AT003', 'RJT001', 'REV001', 'record_changed')

/**
 * Starts or continues the check. The company's flow leads to the provider's page (`redirect`), or `frameUrl`
 * is shown here. A verified person, or one whose check does not allow a start, goes to `onState`.
 */
export const useKycStart = (onState: () => void) => {
  const [frameUrl, setFrameUrl] = useState<string | null>(null)
  const [trouble, setTrouble] = useState<StartTrouble | null>(null)
  const [isLeaving, setLeaving] = useState(false)
  const [isStopped, setStopped] = useState(false)
  const start = useAction(startKyc, { errors: 'none' })

  const toState = async () => {
    await queryClient.invalidateQueries({ queryKey: [getKyc.path] })
    onState()
  }
  /** Throws refusals of the form's fields. Resolves to `false` when the check did not start. */
  const startCheck = async (input: FilledForm) => {
    setTrouble(null)
    setStopped(false)
    try {
      const { url, flow } = await start.mutateAsync({ input })
      if (url === null) return await toState()
      if (flow === 'frame') return setFrameUrl(url)
      setLeaving(true)
      return location.assign(url)
    } catch (error) {
      if (!(error instanceof ApiError) || isRefusal(error, 'validation')) throw error
      const known = troubleOf(error)
      if (known) setTrouble(known)
      else if (belongsToState(error)) await toState()
      else {
        setStopped(true)
        showFailure(error, { shown: 'toast', endsSession: true })
      }
      return false
    }
  }
  return {
    start: startCheck,
    busy: start.isPending || isLeaving,
    frameUrl,
    trouble,
    /** The start failed, and a toast said why. */
    isStopped,
    forgetTrouble: () => setTrouble(null),
  }
}
export type KycStart = ReturnType<typeof useKycStart>

const latestStep = (kyc: Kyc | undefined) => kyc?.timeline[0]?.id

/**
 * Requests the state from the provider. `isDown`: it did not answer (FL001). `isNothingNew`: it answered, and
 * nothing had changed.
 */
export const useKycRefresh = (errors: 'none' | 'toast') => {
  const [isNothingNew, setNothingNew] = useState(false)
  const refresh = useAction(refreshKyc, {
    errors: 'none',
    onDone: (next) => {
      setNothingNew(latestStep(queryClient.getQueryData(callKey(getKyc, {}))) === latestStep(next))
      storeKyc(next)
    },
  })
  const { mutate, reset } = refresh
  const createSession = useCallback(() => {
    setNothingNew(false)
    mutate(
      {},
      {
        onError: (error) => {
          if (errors === 'toast' && !isRefusal(error, 'FL001')) {
            showFailure(error, { shown: 'toast', endsSession: true })
          }
        },
      },
    )
  }, [mutate, errors])
  return {
    createSession,
    busy: refresh.isPending,
    isDown: isRefusal(refresh.error, 'FL001'),
    isNothingNew,
    forget: reset,
  }
}
