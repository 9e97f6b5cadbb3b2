import { inject } from 'vitest'
import { startSilentMail } from './silent-mail.ts'
import { simulate, type SimulationResult } from './simulation.ts'
import { copyTemplate } from './simulation-database.ts'
import type { PlantedBug } from './world.ts'

/**
 * Runs seeds in this process one after the other, each on its own database, because time belongs to the
 * process.
 */
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

/**
 * Every seed must pass. A failed seed is reported with its findings and steps, so that it can be repeated by
 * its number.
 */
export const expectAllHold = (results: readonly SimulationResult[], days: number): void => {
  for (const { seed, findings, log: steps } of results) {
    if (findings.length === 0) continue
    const found = findings.map(({ check, subject, detail }) => `${check}: ${subject}: ${detail}`)
    const replay = `npm run simulate -- --seed ${seed} --days ${days}`
    throw new Error([`Seed ${seed} fails: ${replay}`, ...found, ...steps].join('\n'))
  }
}

/** How many seeds `npm test` runs in each of its two files; the soak uses more. */
export const seedsPerFile = Number(process.env['SIMULATION_SEEDS'] ?? 100) / 2
