import { setTimeout as pause } from 'node:timers/promises'
import { everything, type Database } from '../kernel/database.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Jobs } from '../kernel/jobs.ts'

const hourMs = 3_600_000
const usualPace = { strideMs: hourMs, serviceStrideMs: 6 * hourMs }
const shortestStepMs = 1000
const quietTries = 600

/**
 * Moves business time on hour by hour. Each step goes to the database, to the embedded services, and then everything
 * that is due runs in due order until nothing is: so a release at 15:00 sees the world of 15:00 (architecture §1).
 */
export const createClockMover = (deps: {
  db: Database
  clock: Clock
  jobs: Jobs
  moveClocks: (offsetMs: number) => Promise<void>
  /** Longest step between two runs of what is due, and between two moves of the services. */
  pace?: { readonly strideMs: number; readonly serviceStrideMs: number }
}) => {
  const { db, clock, jobs, pace = usualPace } = deps
  const setOffset = async (offsetMs: number) => {
    await db.write(everything, (sql) =>
      sql.run('update clock set offset_ms = $1 where offset_ms < $1', [BigInt(offsetMs)]),
    )
    clock.setOffset(Math.max(offsetMs, clock.offsetMs()))
  }
  let servicesAtMs = clock.offsetMs()
  /** The services follow in strides: each move mines blocks and stamps prices anew. */
  const moveServices = async (isLast: boolean) => {
    if (!isLast && clock.offsetMs() - servicesAtMs < pace.serviceStrideMs) return
    servicesAtMs = clock.offsetMs()
    await deps.moveClocks(servicesAtMs)
  }
  /** Jobs that a worker holds are due too: wait for them. */
  const settle = async (): Promise<number> => {
    let ran = 0
    for (let attempt = 0; attempt < quietTries; attempt += 1) {
      ran += await jobs.drain()
      const due = await jobs.nextDue()
      if (!due || due > clock.now()) return ran
      await pause(20)
    }
    return ran
  }
  return {
    settle,
    /** Lets business time be real time again: only for a clock that was set back before anybody used it. */
    meetRealTime: async (): Promise<void> => {
      await setOffset(0)
      await moveServices(true)
      await settle()
    },
    advanceTo: async (target: Date): Promise<number> => {
      let ran = 0
      while (clock.now() < target) {
        const leftMs = target.getTime() - clock.now().getTime()
        const due = await jobs.nextDue('besidesKept')
        const untilDueMs = due ? due.getTime() - clock.now().getTime() : pace.strideMs
        const stepMs = Math.min(leftMs, pace.strideMs, Math.max(untilDueMs, shortestStepMs))
        await setOffset(clock.offsetMs() + stepMs)
        await moveServices(stepMs === leftMs)
        ran += await settle()
      }
      // What was due took the rest of the way in real time: no step was the last one.
      if (servicesAtMs < clock.offsetMs()) {
        await moveServices(true)
        ran += await settle()
      }
      return ran
    },
  }
}
