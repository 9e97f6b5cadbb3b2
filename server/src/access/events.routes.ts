import { listenToEvents } from '@cardamom/contract/access'
import { z } from 'zod'
import { accepted } from '../kernel/answer.ts'
import { everything } from '../kernel/database.ts'
import type { Kernel } from '../kernel/module.ts'
import { isOver } from './session.ts'
import { readSessionTimes } from './sessions.sql.ts'

const checkMs = 15_000

/**
 * The live stream. It is no use of its session, so it has to be closed when that is over: at once by the
 * event in the process that runs its job, and by a look every 15 seconds in every other.
 */
export const mountEvents = ({ mount, app, db, clock, live, jobs, log }: Kernel): void => {
  const listening = new Map<string, number>()

  const closeOver = async () => {
    if (listening.size === 0) return
    const known = await db.read(everything, (sql) => readSessionTimes(sql, [...listening.keys()]))
    const alive = new Set(known.filter((each) => !isOver(each, clock.realNow())).map(({ id }) => id))
    for (const id of listening.keys()) if (!alive.has(id)) live.close(id)
  }
  const timer = setInterval(() => {
    closeOver().catch((error: unknown) => log.error('Streams could not be checked', error))
  }, checkMs)
  timer.unref()
  app.addHook('onClose', async () => clearInterval(timer))

  jobs.on('session.revoked', 'access.close-stream', async ({ payload }) => {
    live.close(String(payload['entityId']))
  })

  mount(listenToEvents, async ({ me, request, reply }) => {
    const sent = request.headers['last-event-id']
    const lastEventId = z.uuid().safeParse(sent).data ?? null
    const { sessionId, scope } = me
    listening.set(sessionId, (listening.get(sessionId) ?? 0) + 1)
    reply.raw.on('close', () => {
      const others = (listening.get(sessionId) ?? 1) - 1
      if (others > 0) listening.set(sessionId, others)
      else listening.delete(sessionId)
    })
    // The stream outlives the call: what was missed is read outside the call's transaction.
    live.listen({ reply, scope, sessionId, lastEventId }).catch((error: unknown) => {
      log.error('A stream could not begin', error)
      reply.raw.end()
    })
    return accepted(null)
  })
}
