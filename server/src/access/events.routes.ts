import { listenToEvents } from '@cardamom/contract/access'
import { z } from 'zod'
import { accepted, refused } from '../kernel/answer.ts'
import type { Scope } from '../kernel/database.ts'
import { wholeInstallation } from '../kernel/scopes.ts'
import { onceClosed } from '../kernel/live.ts'
import type { Kernel } from '../kernel/module.ts'
import { sameScope } from '../kernel/principal.ts'
import type { AccessNeeds } from './access-needs.ts'
import { readListening, type ListeningSession } from './listening.sql.ts'
import { denialOf, scopeOf } from './permission.ts'
import type { SessionRules } from './session-rules.ts'
import { isOver } from './session.ts'
import { createStreamChecks } from './stream-checks.ts'

/** A browser shares one stream among its tabs. Detecting a broken connection may need minutes. */
const mostOfSession = 10
const mostOfUser = 30
const tryAgainSeconds = 15
/** An event that the browser has, or the cursor of an answer. */
const LastEventId = z.union([z.uuid(), z.string().regex(/^\d{1,19}\.\d{1,14}$/)])

/**
 * The live stream. It does not count as use of its session, so it must be closed when the session ends or is
 * locked, and when its person has another role, company or scope. The notices of changes name such sessions:
 * at once in this process, and by NOTIFY in every other copy of the server. A check every 15 seconds covers
 * lost notices and sessions that expire.
 */
export const mountEvents = (
  { mount, app, db, clock, live, jobs, log }: Kernel,
  { notices, sessions }: Pick<AccessNeeds, 'notices' | 'sessions'>,
): void => {
  const listening = new Map<string, { userId: string; streams: number; scope: Scope }>()

  /** Otherwise the browser reconnects and is authenticated again. */
  const mayGoOn = (known: ListeningSession, opened: Scope, rules: SessionRules) =>
    known.lockedAt === null &&
    !isOver(known, { now: clock.realNow(), rules }) &&
    denialOf(known) === null &&
    sameScope(scopeOf(known), opened)

  const checks = createStreamChecks({
    log,
    all: () => listening.keys(),
    closeOver: async (ids) => {
      const rules = await sessions.rules()
      const found = await db.read(wholeInstallation, (sql) => readListening(sql, ids))
      const known = new Map(found.map((each) => [each.id, each]))
      for (const id of ids) {
        const [opened, now] = [listening.get(id), known.get(id)]
        if (opened && !(now && mayGoOn(now, opened.scope, rules))) live.close(id)
      }
    },
  })
  app.addHook('onClose', async () => checks.stop())

  /** Counts notices: a stream that opens during one is checked once more. */
  let changes = 0
  notices.onChange((subject) => {
    changes += 1
    if (subject === 'all') return checks.allSoon()
    const [kind, id = ''] = subject.split(':')
    if (kind === 'session') return checks.now(listening.has(id) ? [id] : [])
    checks.now([...listening].flatMap(([sessionId, { userId }]) => (userId === id ? [sessionId] : [])))
  })

  // A lost notice of an ended session delays the closing until this event's job or the check.
  jobs.on('session.revoked', 'access.close-stream', async ({ entityId }) => {
    live.close(entityId)
  })

  mount(listenToEvents, async ({ me, request, reply }) => {
    const { sessionId, userId } = me
    const before = changes
    const [known] = await db.read(wholeInstallation, (sql) => readListening(sql, [sessionId]))
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
    if (changes !== before || !known || !mayGoOn(known, scope, await sessions.rules()))
      checks.now([sessionId])
    return accepted(null)
  })
}
