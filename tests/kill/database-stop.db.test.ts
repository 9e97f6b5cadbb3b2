import { setTimeout as pause } from 'node:timers/promises'
import { test } from 'vitest'
import { startOwnPostgres, type OwnPostgres } from '../support/own-postgres.ts'
import { expectAllHeld, figuresOf, runUnderLoad, type Harm } from './kill-run.ts'
import { letWork } from './killings.ts'

/** `DATABASE_STOPS=50` makes it longer, `KILL_SEED=…` changes the seed. */
const stops = Number(process.env['DATABASE_STOPS'] ?? 3)
const seed = Number(process.env['KILL_SEED'] ?? 5)
const longestMs = 60_000

/** Crashes the database under a running server, and waits until the server answers again without help. */
const createStops = (postgres: OwnPostgres): { harm: Harm; againMs: readonly number[] } => {
  const againMs: number[] = []
  const harm: Harm = async ({ server, random, acknowledged }) => {
    for (let stop = 0; stop < stops; stop += 1) {
      await letWork(random, acknowledged)
      await postgres.stopAtOnce()
      await pause(random.whole(0, 400))
      await postgres.startAgain()
      const [startedMs, before] = [performance.now(), acknowledged()]
      while (acknowledged() === before && performance.now() < startedMs + longestMs) await pause(10)
      againMs.push(Math.round(performance.now() - startedMs))
    }
    return server
  }
  return { harm, againMs }
}

test(
  `immediate stop of PostgreSQL, ${stops} times under load: nothing acknowledged is lost, and the server continues`,
  async () => {
    const postgres = await startOwnPostgres()
    try {
      const { harm, againMs } = createStops(postgres)
      const result = await runUnderLoad({ database: postgres, seed, harm })
      process.stdout.write(
        `${stops} stops of the database, seed ${seed}: ${figuresOf(result)}; answered again after ${againMs.join(', ')} ms\n`,
      )
      expectAllHeld(result, stops)
    } finally {
      await postgres.drop()
    }
  },
  900_000 + stops * 20_000,
)
