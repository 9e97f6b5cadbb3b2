import type { StepUpRequest } from '@cardamom/contract/access/step-up'
import { getWithdrawal, listWithdrawals } from '@cardamom/contract/withdrawals'
import { approveWithdrawal } from '@cardamom/contract/withdrawals/withdrawal-decisions'
import { useRef, useState } from 'react'
import { ApiError, call } from '../kernel/api.ts'
import { queryClient } from '../kernel/query.ts'
import { isDeadSession, sentenceOf } from '../kernel/transport.ts'
import type { WithdrawalDetail } from './withdrawal-parts.tsx'

export const approvalSteps = ['check', 'passkey', 'code', 'password'] as const
export type ApprovalStep = (typeof approvalSteps)[number]

/** Why there is no approval. `lost`: the answer did not come; `none`: the server has no approval with the key. */
type Problem = {
  readonly kind: 'processed' | 'refused' | 'lost' | 'none'
  readonly sentence: string
}

/** A request whose proofs are shown, and who waits for the grant. */
type Confirming = { readonly request: StepUpRequest; readonly answer: (grant: string | null) => void }

const readAgain = () =>
  Promise.all(
    [getWithdrawal, listWithdrawals].map(({ path }) => queryClient.invalidateQueries({ queryKey: [path] })),
  )

const problemOf = (error: ApiError, hasGrant: boolean): Problem | null => {
  // The person went back, or closed the dialog: nothing was sent.
  if (error.code === 'step_up_required') return null
  if (isDeadSession(error)) return null
  const sentence = sentenceOf(error)
  if (error.code === 'withdrawal_processed') return { kind: 'processed', sentence }
  return { kind: error.status === 0 && hasGrant ? 'lost' : 'refused', sentence }
}

/** Runs one call after another, with its refusal; `prove` shows the proofs and resolves to the grant. */
const useRun = () => {
  const [confirming, setConfirming] = useState<Confirming | null>(null)
  const [isSending, setSending] = useState(false)
  return {
    confirming,
    isSending,
    run: async (work: () => Promise<unknown>, onError: (error: ApiError) => void) => {
      setSending(true)
      try {
        await work()
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        onError(error)
      } finally {
        setSending(false)
        setConfirming(null)
      }
    },
    prove: (request: StepUpRequest) =>
      new Promise<string | null>((resolve) => {
        setSending(false)
        const answer = (grant: string | null) => {
          setSending(grant !== null)
          resolve(grant)
        }
        setConfirming({ request, answer })
      }),
  }
}

/**
 * The approval of a withdrawal: it waits for the proofs, and is sent once. A lost answer is looked up by its idempotency
 * key without a grant, which can answer what was done but never does it.
 */
export const useApproval = ({ id, net, address }: WithdrawalDetail, onApproved: () => void) => {
  const key = useRef('')
  const { confirming, isSending, run, prove } = useRun()
  const [step, setStep] = useState<ApprovalStep>('check')
  const [problem, setProblem] = useState<Problem | null>(null)
  const send = async (confirm: (request: StepUpRequest) => Promise<string | null>) => {
    const how = { idempotencyKey: key.current, confirm, errors: 'none' } as const
    await call(approveWithdrawal, { params: { id }, input: { net, address }, ...how })
    await readAgain()
    onApproved()
  }
  const findAnswer = () => {
    setProblem(null)
    return run(
      () => send(async () => null),
      (error) => {
        const isAbsent = error.code === 'step_up_required'
        if (isAbsent) setStep('check')
        const kind = isAbsent ? 'none' : error.code === 'withdrawal_processed' ? 'processed' : 'lost'
        setProblem({ kind, sentence: sentenceOf(error) })
      },
    )
  }
  const start = async () => {
    key.current = crypto.randomUUID()
    let hasGrant = false
    let isLost = false
    setProblem(null)
    await run(
      () =>
        send(async (request) => {
          setStep('passkey')
          const grant = await prove(request)
          hasGrant = grant !== null
          return grant
        }),
      (error) => {
        const found = problemOf(error, hasGrant)
        isLost = found?.kind === 'lost'
        if (!isLost) setStep('check')
        setProblem(found)
      },
    )
    if (isLost) await findAnswer()
  }
  return {
    step,
    setStep,
    problem,
    isSending,
    request: confirming?.request ?? null,
    start: () => void start(),
    findAnswer: () => void findAnswer(),
    grant: (grant: string) => confirming?.answer(grant),
    /** Ends the proofs; the approval is not sent. */
    cancel: () => confirming?.answer(null),
  }
}
