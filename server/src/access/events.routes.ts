import { listenToEvents } from '@cardamom/contract/access'
import { z } from 'zod'
import { accepted, refused } from '../kernel/answer.ts'
import { allTenants, type Scope } from '../kernel/database.ts'
import { onceClosed } from '../kernel/live.ts'
import type { Kernel } from '../kernel/module.ts'
import { sameScope } from '../kernel/principal.ts'
import { readListening, type ListeningSession } from './listening.sql.ts'
import { denialOf, scopeOf } from './permission.ts'
import { isOver } from './session.ts'

const checkMs = 15_000
/** A browser shares one stream among its tabs. Detecting a broken connection may need minutes. */
const mostOfSession = 10
const mostOfUser = 30
const tryAgainSeconds = 15
/** An event that the browser has, or the cursor of an answer. */
const LastEventId = z.union([z.uuid(), z.string().regex(/^\d{1,19}\.\d{1,14}$/)])

/**
 * The live stream. It does not count as use of its session, so it must be closed when the session ends: at
 * once by the event in the process that runs the event's job, and by a check every 15 seconds in every other
 * process. The same check ends a stream whose person has another role, company or scope by now.
 */
export const mountEvents = ({ mount, app, db, clock, live, jobs, log }: Kernel): void => {
  const listening = new Map<string, { userId: string; streams: number; scope: Scope }>()

  /**
   * The session ended, was locked, or has another scope than the stream. The browser reconnects and is
   * authenticated again.
   */
  const mayGoOn = (known: ListeningSession, opened: Scope) =>
    !isOver(known, clock.realNow()) && denialOf(known) === null && sameScope(scopeOf(known), opened)

  const closeOver = async () => {
    if (listening.size === 0) return
    const found = await db.read(allTenants, (sql) => readListening(sql, [...listening.keys()]))
    const known = new Map(found.map((each) => [each.id, each]))
    for (const [id, { scope }] of listening) {
      const now = known.get(id)
      if (!now || !mayGoOn(now, scope)) live.close(id)
    }
  }
  const timer = setInterval(() => {
    closeOver().catch((error: unknown) => log.error('Streams could not be checked', error))
  }, checkMs)
  timer.unref()
  app.addHook('onClose', async () => clearInterval(timer))

  jobs.on('session.revoked', 'access.close-stream', async ({ entityId }) => {
    live.close(entityId)
  })

  mount(listenToEvents, async ({ me, request, reply }) => {
    const { sessionId, userId } = me
    const [known] = await db.read(allTenants, (sql) => readListening(sql, [sessionId]))
    const scope = known ? scopeOf(known) : me.scope
    const ofSession = listening.get(sessionId)?.streams ?? 0
    const ofUser = [...listening.values()].reduce(
      (sum, other) => (other.userId === userId ? sum + other.streams : sum),
      0,
    )
    if (ofSession >= mostOfSession || ofUser >= mostOfUser)
      return refused('too_many_streams', { data: { retryAfterSeconds: tryAgainSeconds } })
    const sent = request.headers['last-event-id']
    const since = LastEventId.safeParse(sent).data ?? null
    // The scope of the first stream. When it is no longer right, all streams are opened again.
    const entry = listening.get(sessionId) ?? { userId, streams: 0, scope }
    entry.streams += 1
    listening.set(sessionId, entry)
    onceClosed(reply, () => {
      entry.streams -= 1
      if (entry.streams === 0 && listening.get(sessionId) === entry) listening.delete(sessionId)
    })
    // The stream outlives the call, so missed events are read outside the call's transaction.
    live.listen({ reply, scope, userId, sessionId, since }).catch((error: unknown) => {
      log.error('A stream could not start', error)
      reply.raw.end()
    })
    return accepted(null)
  })
}
