import type { StepUpRequest } from '../../contract/src/access/step-up.ts'
import { confirmSessions, grantOperation } from '../support/step-up-kit.ts'
import type { TestAnswer } from '../support/test-browser.ts'
import { call, newKey, type Caller, type RunState } from './run-state.ts'

type Request = Parameters<typeof call>[2]

/** A call of an administrator, confirmed with the passkey where the server requests it. */
export const confirmed = async <T>(run: RunState, by: Caller, sent: Request): Promise<TestAnswer<T>> => {
  const first = await call<T>(run, by, sent)
  if (first.body.code !== 'step_up_required') return first
  const wanted = first.body.data as unknown as StepUpRequest
  const { kernel } = run.world.product()
  if (wanted.level === 'S1') {
    await confirmSessions(kernel, by.userId)
    return call<T>(run, by, sent)
  }
  const grant = await grantOperation(kernel, by, wanted)
  return call<T>(run, by, { ...sent, stepUp: grant })
}

/** A confirmed call under a key. An acknowledged answer never changes. */
export const sendOnce = async <T>(
  run: RunState,
  by: Caller,
  { path, body }: { path: string; body: object },
): Promise<TestAnswer<T>> => {
  const key = newKey(run)
  const answer = await confirmed<T>(run, by, { method: 'POST', path, body, key })
  if (answer.status < 300)
    run.acknowledged.push({ person: by, key, path, body, status: answer.status, text: answer.text })
  return answer
}

/** A call that moves money; above a limit the second administrator approves it. */
export const sendMoney = async (run: RunState, path: string, body: object): Promise<string> => {
  const [maker, checker] = run.administrators
  const answer = await sendOnce<{ id?: string; approvalId?: string }>(run, maker, { path, body })
  if (answer.status >= 300) return `${answer.status} ${answer.body.code}`
  const { approvalId } = answer.body.data
  if (approvalId === undefined) return 'done'
  const found = await call<{ version: string }>(run, checker, {
    method: 'GET',
    path: `/approvals/${approvalId}`,
  })
  const approved = await confirmed<{ status: string }>(run, checker, {
    method: 'POST',
    path: `/approvals/${approvalId}/approve`,
    body: { version: found.body.data.version },
    key: newKey(run),
  })
  return `approved by two: ${approved.status} ${approved.body.data?.status ?? approved.body.code}`
}

/** What a preview shows, or why it refuses. */
export const preview = async <T>(
  run: RunState,
  by: Caller,
  of: { path: string; query: Record<string, string> },
): Promise<T | string> => {
  const path = `${of.path}?${new URLSearchParams(of.query).toString()}`
  const seen = await call<T>(run, by, { method: 'GET', path })
  return seen.status === 200 ? seen.body.data : `${seen.status} ${seen.body.code}`
}
