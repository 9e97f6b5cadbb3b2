import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../kernel/database.ts'
import { wholeInstallation } from '../kernel/scopes.ts'
import { raiseStoredOffset, type Clock } from '../kernel/clock.ts'
import type { Jobs } from '../kernel/jobs.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const usualPace = { strideMs: 6 * hourMs, serviceStrideMs: 6 * hourMs }
const shortestStepMs = 1000
const idleTries = 600
const retryDelayMs = 1000

/** The first full hour at or after an instant. */
const hourFrom = (at: Date): number => Math.ceil(at.getTime() / hourMs) * hourMs

/**
 * Advances business time from one event to the next: a job that is due, the hour in which a load is released,
 * or the start of a UTC day, for which the issuer's balance is read. Jobs that only poll every few seconds
 * need no step of their own, so steps have a maximum length instead. Each step goes to the database and to the embedded services, and then all due work runs in due
 * order. So a release at 15:00 sees the state of 15:00 (architecture §1).
 */
export const createClockMover = (deps: {
  db: Database
  clock: Clock
  jobs: Jobs
  advanceClocks: (offsetMs: number) => Promise<void>
  /** When the next held load may be released, or null. It may be in the past when the load still waits. */
  nextRelease?: () => Promise<Date | null>
  /** The longest step between two runs of due jobs, and between two changes of the services' clocks. */
  pace?: { readonly strideMs: number; readonly serviceStrideMs: number }
  /** How often a step is tried while the database or a service is too busy for it. */
  tries?: number
}) => {
  const { db, clock, jobs, pace = usualPace, tries = 1 } = deps
  /** A step may run again: it starts at the time that the one before it reached. */
  const insist = async <T>(step: () => Promise<T>): Promise<T> => {
    for (let attempt = 1; attempt < tries; attempt += 1) {
      try {
        return await step()
      } catch {
        await pause(retryDelayMs * attempt)
      }
    }
    return step()
  }
  const setOffset = async (offsetMs: number) => {
    await db.write(wholeInstallation, (sql) => raiseStoredOffset(sql, BigInt(offsetMs)))
    clock.setOffset(Math.max(offsetMs, clock.offsetMs()))
  }
  let servicesAtMs = clock.offsetMs()
  /** The services' clocks advance in long steps, because each step mines blocks and updates prices. */
  const advanceServices = async (isLast: boolean) => {
    if (!isLast && clock.offsetMs() - servicesAtMs < pace.serviceStrideMs) return
    const offsetMs = clock.offsetMs()
    await deps.advanceClocks(offsetMs)
    servicesAtMs = offsetMs
  }
  /** Jobs that a worker runs are due too, so this waits for them. */
  const settle = async (): Promise<number> => {
    let ran = 0
    for (let attempt = 0; attempt < idleTries; attempt += 1) {
      ran += await jobs.drain()
      const due = await jobs.nextDue()
      if (!due || due > clock.now()) return ran
      await pause(20)
    }
    return ran
  }
  const nextStop = async (): Promise<number> => {
    const due = (await jobs.nextDue('notRecurring'))?.getTime() ?? Infinity
    const release = (await deps.nextRelease?.()) ?? null
    if (!release) return due
    // Releases run at each full hour.
    const now = clock.now()
    return Math.min(due, hourFrom(release > now ? release : now))
  }
  /** Moves to the next stop on the way and runs what is due there. */
  const advance = async (target: Date): Promise<number> => {
    const stop = await nextStop()
    const now = clock.now().getTime()
    const leftMs = target.getTime() - now
    const untilServicesMs = Math.max(servicesAtMs + pace.serviceStrideMs - clock.offsetMs(), shortestStepMs)
    const untilStopMs = Math.max(stop - now, shortestStepMs)
    const untilDayMs = dayMs - (now % dayMs)
    const stepMs = Math.min(leftMs, pace.strideMs, untilServicesMs, untilStopMs, untilDayMs)
    await setOffset(clock.offsetMs() + stepMs)
    await advanceServices(stepMs === leftMs)
    return settle()
  }
  const finish = async (): Promise<number> => {
    await advanceServices(true)
    return settle()
  }
  return {
    settle,
    /** Returns business time to real time, for a clock that was set back before anybody used it. */
    meetRealTime: async (): Promise<void> => {
      await insist(async () => {
        await setOffset(0)
        await finish()
      })
    },
    advanceTo: async (target: Date): Promise<number> => {
      let ran = 0
      while (clock.now() < target) ran += await insist(() => advance(target))
      // The last part of the way passed in real time while due jobs ran, so the services did not get a last
      // move.
      if (servicesAtMs < clock.offsetMs()) ran += await insist(finish)
      return ran
    },
  }
}
