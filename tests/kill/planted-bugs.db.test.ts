import { expect, inject, test } from 'vitest'
import { copyTemplate } from '../simulation/simulation-database.ts'
import { runUnderLoad } from './kill-run.ts'
import { createKillings } from './killings.ts'

const kills = 2
const seed = 11

test('a server that answers before it has committed is caught: acknowledged loads are lost', async () => {
  const preload = new URL('./early-answers.ts', import.meta.url).href
  const database = await copyTemplate(inject('ownerUrl'), `kill_planted_${process.pid}`)
  const { lost, changed } = await runUnderLoad({
    database,
    seed,
    harm: createKillings(kills).harm,
    preload,
  })
  await database.drop()
  expect(lost.length).toBeGreaterThan(0)
  expect(changed.length).toBeGreaterThan(0)
}, 900_000)
