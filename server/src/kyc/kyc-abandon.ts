import { refused } from '../kernel/answer.ts'
import type { RefusedAnswer } from '../kernel/answer.ts'
import { provedPerson } from '../kernel/scopes.ts'
import type { Finish, FinishedAnswer } from '../kernel/mount-context.ts'
import type { Queries } from '../kernel/queries.ts'
import { nextStatus } from '../kernel/states.ts'
import { findCaseOfUser, findSession, lockCase, sessionEnded } from './kyc-cases.sql.ts'
import { endOfTime } from './kyc-merge.ts'
import { asItIs, changeCaseBySteps, stepOfPerson } from './kyc-record.ts'
import type { StartDeps } from './kyc-start.ts'
import { kycTransitions } from './kyc-status.ts'

/**
 * Ends an open session, so that the person can start with another document. The session is ended at the
 * provider first, then here. It uses no attempt.
 */
export const createKycAbandon = ({ kernel, providerOf }: StartDeps) => {
  const { db, clock, ids } = kernel
  return async <View, Code extends string>(
    { userId, view }: { userId: string; view: (sql: Queries) => Promise<View> },
    finish: Finish<View, Code>,
  ): Promise<FinishedAnswer<View> | RefusedAnswer<Code | 'FL001' | 'REV001' | 'record_changed'>> => {
    const found = await db.read(provedPerson, async (sql) => {
      const kycCase = await findCaseOfUser(sql, userId)
      const session = kycCase?.sessionId ? await findSession(sql, kycCase.sessionId) : null
      return kycCase && session ? { kycCase, session } : null
    })
    const providerSessionId = found?.session.providerSessionId
    if (!found?.kycCase.status || !providerSessionId) return refused('record_changed')
    if (endOfTime(found.kycCase.status) === null) return refused('REV001')
    const closed = await providerOf(found.session.provider).closeSession(providerSessionId)
    if (closed.outcome === 'rejected') return refused('REV001')
    if (closed.outcome !== 'ok') return refused('FL001')
    return finish(view, async (tx) => {
      const kycCase = await lockCase(tx.sql, found.kycCase.id)
      const status = kycCase?.status ? nextStatus(kycTransitions, kycCase.status, 'provider.abandoned') : null
      // A webhook may have ended the session already.
      if (!kycCase || !status || kycCase.sessionId !== found.session.id) return
      await changeCaseBySteps(tx, {
        ids,
        kycCase,
        at: clock.now(),
        to: { ...asItIs(kycCase), reason: null, findings: [] },
        steps: [stepOfPerson('provider.abandoned', status)],
      })
      await sessionEnded(tx.sql, found.session.id)
    })
  }
}
