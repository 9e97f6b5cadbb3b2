import { inject } from 'vitest'
import { startSilentMail } from './silent-mail.ts'
import { simulate, type SimulationResult } from './simulation.ts'
import { copyTemplate } from './simulation-database.ts'
import type { PlantedBug } from './world.ts'

/** Runs seeds on this process, each on a database of its own, one after the other: time is the process's. */
export const runSeeds = async (of: {
  seeds: readonly number[]
  days: number
  bug?: PlantedBug
  /** Ends the runs early. */
  until?: (result: SimulationResult) => boolean
}): Promise<SimulationResult[]> => {
  const mail = await startSilentMail()
  const results: SimulationResult[] = []
  const { days, bug } = of
  try {
    for (const seed of of.seeds) {
      const database = await copyTemplate(inject('ownerUrl'), `simulation_${seed}_${process.pid}`)
      const planted = bug === undefined ? {} : { bug }
      const result = await simulate({ seed, days, database, smtpUrl: mail.smtpUrl, ...planted })
      await database.drop()
      results.push(result)
      if (of.until?.(result)) break
    }
  } finally {
    await mail.stop()
  }
  return results
}

/** Every seed held; one that did not is told with its findings and its story, to be run again by its number. */
export const expectAllHold = (results: readonly SimulationResult[], days: number): void => {
  for (const { seed, findings, story } of results) {
    if (findings.length === 0) continue
    const found = findings.map(({ check, subject, detail }) => `${check}: ${subject}: ${detail}`)
    const replay = `npm run simulate -- --seed ${seed} --days ${days}`
    throw new Error([`Seed ${seed} does not hold: ${replay}`, ...found, ...story].join('\n'))
  }
}

/** How many seeds `npm test` runs in each of its two files; the soak sets it higher. */
export const seedsPerFile = Number(process.env['SIMULATION_SEEDS'] ?? 100) / 2
