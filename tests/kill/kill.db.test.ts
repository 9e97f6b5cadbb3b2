import { inject, test } from 'vitest'
import { copyTemplate } from '../simulation/simulation-database.ts'
import { expectAllHeld, figuresOf, runUnderLoad } from './kill-run.ts'
import { createKillings } from './killings.ts'

/** `KILLS=500` makes it longer, `KILL_SEED=…` changes the seed. */
const kills = Number(process.env['KILLS'] ?? 10)
const seed = Number(process.env['KILL_SEED'] ?? 7)

test(
  `kill -9 of the server, ${kills} times under load: nothing acknowledged is lost, nothing is done twice`,
  async () => {
    const database = await copyTemplate(inject('ownerUrl'), `kill_${process.pid}`)
    const { harm, readyMs } = createKillings(kills)
    const result = await runUnderLoad({ database, seed, harm })
    await database.drop()
    process.stdout.write(
      `${kills} kills, seed ${seed}: ${figuresOf(result)}; ready after ${readyMs.join(', ')} ms\n`,
    )
    expectAllHeld(result, kills)
  },
  900_000 + kills * 10_000,
)
