import { parseUnits, toHex, type Hex } from 'viem'
import { expect, inject, test } from 'vitest'
import { houseId } from '../../server/src/companies/company.ts'
import { simulatedAssets } from '../simulation/chain-facts.ts'
import { mend } from '../simulation/fault-operations.ts'
import { checkCalm } from '../simulation/invariants.ts'
import { foundCompanies, welcome } from '../simulation/people.ts'
import { call, newKey, type RunState } from '../simulation/run-state.ts'
import { appointAdministrators } from '../simulation/company-tree.ts'
import { createSeeded } from '../simulation/seeded.ts'
import { startSilentMail } from '../simulation/silent-mail.ts'
import { copyTemplate } from '../simulation/simulation-database.ts'
import { installVirtualTime } from '../simulation/virtual-time.ts'
import { openWorld } from '../simulation/world.ts'

/** `LOADS=600` makes it longer. */
const loads = Number(process.env['LOADS'] ?? 30)
const lostShare = 0.3
const quarterMs = 15 * 60_000
const usdc = simulatedAssets[0]

type LoadAnswer = { readonly id: string; readonly address: string; readonly due: string }

/** An immediate load, paid and final; the issuer's answer to its credit, and some of its reads, may be lost. */
const loadOnce = async (run: RunState): Promise<boolean> => {
  const { world, random } = run
  const person = random.pick(run.people)
  const key = newKey(run)
  const wanted = { cardId: person.cardId, amount: '10.00', asset: 'USDC', network: 'ethereum' }
  const body = { ...wanted, speed: 'immediate' }
  const made = await call<LoadAnswer>(run, person, { method: 'POST', path: '/loads', body, key })
  expect(made.status).toBe(201)
  run.acknowledged.push({ person, key, path: '/loads', body, status: made.status, text: made.text })
  const isLost = random.chance(lostShare)
  const lose = { kind: 'drop_after', remaining: 1 }
  if (isLost) await world.issuer.control('/faults', { ...lose, method: 'PUT', path: '/credit$' })
  if (isLost && random.chance(lostShare))
    await world.issuer.control('/faults', { ...lose, method: 'GET', path: '^/cards/[^/]+/balance-history$' })
  const { address, due } = made.body.data
  const units = parseUnits(due, usdc?.decimals ?? 6)
  world.chain.mine([
    { txHash: toHex(random.bytes(32)), token: usdc?.token ?? '0x', to: address as Hex, units },
  ])
  for (let block = 0; block < 3; block += 1) world.chain.mine()
  await world.pass(20_000)
  return isLost
}

const openTransfers = `select load_id, status from issuer_transfer where status not in ('done', 'refused')`

test(`${loads} loads, 30 % of the issuer's answers lost: none is credited twice, every unknown one is resolved`, async () => {
  const random = createSeeded(9)
  const time = installVirtualTime('2026-11-16T10:00:00Z')
  const mail = await startSilentMail()
  const database = await copyTemplate(inject('ownerUrl'), `lost_answers_${process.pid}`)
  const world = await openWorld({ database, time, random, smtpUrl: mail.smtpUrl, bug: null })
  try {
    await foundCompanies(world)
    const people = await welcome(world, [houseId, houseId, houseId, houseId, houseId])
    const none = {
      companies: [],
      companyAdministrators: [],
      allowances: new Map(),
      funds: [],
      loads: [],
      payments: [],
      waitingTransfers: [],
      steps: [],
      complaints: [],
    }
    const administrators = await appointAdministrators(world, houseId)
    const run: RunState = { world, random, people, administrators, acknowledged: [], ...none }
    let lost = 0
    for (let load = 0; load < loads; load += 1) lost += (await loadOnce(run)) ? 1 : 0
    await mend(run)
    await world.pass(quarterMs, 60_000)
    expect(await world.rows(openTransfers)).toEqual([])
    const rows = await world.rows<{ status: string }>('select status from load')
    expect(rows.map(({ status }) => status)).toEqual(Array.from({ length: loads }, () => 'credited'))
    await world.pass(quarterMs)
    expect(await checkCalm(run)).toEqual([])
    expect(await world.issuer.credits()).toHaveLength(loads)
    expect(lost).toBeGreaterThan(loads / 6)
  } finally {
    await world.stop()
    await mail.stop()
    await database.drop()
    time.restore()
  }
}, 3_600_000)
