import { expect, inject, test } from 'vitest'
import { copyTemplate } from '../simulation/simulation-database.ts'
import { runUnderLoad } from './kill-run.ts'
import { createKillings } from './killings.ts'

const kills = 2
const seed = 11

test('a server that answers before it commits, and credits again without reading back, is found by both checks', async () => {
  const preload = new URL('./planted-faults.ts', import.meta.url).href
  const database = await copyTemplate(inject('ownerUrl'), `kill_planted_${process.pid}`)
  const { lost, changed, findings } = await runUnderLoad({
    database,
    seed,
    harm: createKillings(kills).harm,
    preload,
  })
  await database.drop()
  expect(lost.length).toBeGreaterThan(0)
  expect(changed.length).toBeGreaterThan(0)
  expect(findings).toContainEqual(
    expect.objectContaining({
      check: 'issuer_credits',
      detail: expect.stringMatching(/^the issuer credited \d+, booked are \d+/),
    }),
  )
}, 900_000)
