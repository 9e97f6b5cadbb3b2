import { setTimeout as pause } from 'node:timers/promises'
import type { SeededRandom } from '../simulation/seeded.ts'
import type { Harm } from './kill-run.ts'

const longestMs = 15_000
/** A payment must be seen, final and booked before anything is credited. */
const longestCreditMs = 300_000

/** Waits until as many more calls as the seed says are answered, and a moment longer. */
export const letWork = async (random: SeededRandom, acknowledged: () => number): Promise<void> => {
  const enough = acknowledged() + random.whole(5, 50)
  const until = performance.now() + longestMs
  while (acknowledged() < enough && performance.now() < until) await pause(10)
  await pause(random.whole(0, 150))
}

/** Waits for the worst moment: the issuer has made a credit, and the server does not know it yet. */
const letCredit = async ({
  creditsUnderWay,
  crowd,
}: Pick<Parameters<Harm>[0], 'creditsUnderWay' | 'crowd'>) => {
  const until = performance.now() + longestCreditMs
  crowd(false)
  while (creditsUnderWay() === 0 && performance.now() < until) await pause(5)
  crowd(true)
}

/** Kills and restarts the server at moments that the seed decides; returns the duration of each start. */
export const createKillings = (kills: number): { harm: Harm; readyMs: readonly number[] } => {
  const readyMs: number[] = []
  const harm: Harm = async ({ server, start, random, acknowledged, creditsUnderWay, crowd }) => {
    let running = server
    for (let kill = 0; kill < kills; kill += 1) {
      await letWork(random, acknowledged)
      if (kill % 2 === 1) await letCredit({ creditsUnderWay, crowd })
      await running.kill()
      running = await start()
      readyMs.push(Math.round(running.readyMs))
    }
    return running
  }
  return { harm, readyMs }
}
