import { parseUnits, toHex, type Hex } from 'viem'
import { simulatedAssets, unlistedToken } from './chain-facts.ts'
import type { TokenTransfer } from './chain-blocks.ts'
import { call, newKey, type QuotedLoad, type RunState } from './run-state.ts'

const decimalsOf = (symbol: string) =>
  simulatedAssets.find((asset) => asset.symbol === symbol)?.decimals ?? 18
const tokenOf = (symbol: string) =>
  simulatedAssets.find((asset) => asset.symbol === symbol)?.token ?? unlistedToken

type LoadAnswer = { id: string; address: string; due: string; status: string }

/** Requests a price and usually locks it; the answer is recorded with its key. */
export const quoteLoad = async (run: RunState): Promise<string> => {
  const { random } = run
  const person = random.pick(run.people)
  const { symbol } = random.pick(simulatedAssets)
  const amount = `${random.whole(10, 900)}.${String(random.whole(0, 99)).padStart(2, '0')}`
  const wanted = { cardId: person.cardId, amount, asset: symbol, network: 'ethereum' }
  const offered = await call(run, person, {
    method: 'GET',
    path: `/load-offers?${new URLSearchParams(wanted).toString()}`,
  })
  if (offered.status !== 200) return `no offer: ${offered.status} ${offered.body.code}`
  const key = newKey(run)
  const body = { ...wanted, speed: random.pick(['regular', 'immediate']) }
  const made = await call<LoadAnswer>(run, person, { method: 'POST', path: '/loads', body, key })
  if (made.status !== 201) return `no load: ${made.status} ${made.body.code}`
  run.acknowledged.push({ person, key, path: '/loads', body, status: made.status, text: made.text })
  const { id, address, due } = made.body.data
  const dueUnits = parseUnits(due, decimalsOf(symbol))
  run.loads.push({ id, path: '/loads', person, address, asset: symbol, dueUnits, paidUnits: 0n })
  const told = `quoted ${amount} in ${due} ${symbol}, ${body.speed}`
  return random.chance(0.6) ? `${told}; ${await payLoad(run)}` : told
}

const transfer = (run: RunState, of: { load: QuotedLoad; token: Hex; units: bigint }): TokenTransfer => ({
  txHash: toHex(run.random.bytes(32)),
  token: of.token,
  to: of.load.address as Hex,
  units: of.units,
})

/** A payment of the requested amount, or of another amount. */
const chooseTransfer = (run: RunState, load: QuotedLoad): { word: string; sent: TokenTransfer } => {
  const { random } = run
  const token = tokenOf(load.asset)
  const rest = load.dueUnits - load.paidUnits
  const ways = [
    { weight: 8, word: 'exact', token, units: load.dueUnits },
    { weight: 2, word: 'less', token, units: (load.dueUnits * BigInt(random.whole(10, 95))) / 100n },
    { weight: 3, word: 'rest', token, units: rest > 0n ? rest : 1n },
    { weight: 1, word: 'more', token, units: (load.dueUnits * BigInt(random.whole(102, 180))) / 100n },
    { weight: 1, word: 'dust', token, units: BigInt(random.whole(0, 3)) },
    {
      weight: 2,
      word: 'dust of another asset',
      token: random.pick(simulatedAssets).token,
      units: BigInt(random.whole(1, 9_000_000)),
    },
    {
      weight: 1,
      word: 'other asset',
      token: random.pick(simulatedAssets).token,
      units: 10n ** 6n * BigInt(random.whole(1, 500)),
    },
    { weight: 1, word: 'unlisted', token: unlistedToken, units: 2n ** 200n },
  ]
  const { word, ...way } = random.weighted(ways)
  return { word, sent: transfer(run, { load, ...way }) }
}

/** Pays into a load, whatever its state is now. */
export const payLoad = async (run: RunState): Promise<string> => {
  const { random, world } = run
  const recent = run.loads.slice(-6)
  const newest = recent.at(-1)
  if (!newest) return 'nothing to pay'
  const load = random.chance(0.5) ? newest : random.pick(recent)
  const { word, sent } = chooseTransfer(run, load)
  if (sent.token === tokenOf(load.asset)) load.paidUnits += sent.units
  const transfers = [sent]
  if (random.chance(0.1)) {
    transfers.push(transfer(run, { load: random.pick(recent), token: sent.token, units: sent.units }))
  }
  world.chain.mine(transfers)
  const above = random.whole(0, 3)
  for (let block = 0; block < above; block += 1) world.chain.mine()
  return `paid ${word}: ${sent.units} of ${sent.token.slice(-2)} for ${load.id}, ${above} blocks above`
}

/** Pays the newest quote by two transfers, each of which is final before the next. */
export const payInTwo = async (run: RunState): Promise<string> => {
  const { random, world } = run
  const load = run.loads.findLast(({ path, paidUnits }) => path === '/loads' && paidUnits === 0n)
  if (!load) return 'no quote to pay'
  const first = (load.dueUnits * BigInt(random.whole(20, 80))) / 100n
  for (const units of [first, load.dueUnits - first]) {
    world.chain.mine([transfer(run, { load, token: tokenOf(load.asset), units })])
    for (let block = 0; block < 3; block += 1) world.chain.mine()
    await world.pass(2000, 1000)
  }
  load.paidUnits = load.dueUnits
  return `paid ${first} and ${load.dueUnits - first} for ${load.id}`
}

export const mineBlocks = async ({ random, world }: RunState): Promise<string> => {
  const count = random.whole(1, 4)
  for (let block = 0; block < count; block += 1) world.chain.mine()
  return `mined ${count}`
}

/** The newest blocks are replaced: their transfers return at once, later, or never. */
export const reorganise = async (run: RunState): Promise<string> => {
  const { random, world } = run
  const depth = random.whole(1, 2)
  const dropped = [...world.chain.drop(depth), ...run.waitingTransfers]
  const fates = dropped.map((each) => ({
    each,
    fate: random.pick(['now', 'now', 'later', 'never'] as const),
  }))
  const of = (wanted: string) => fates.filter(({ fate }) => fate === wanted).map(({ each }) => each)
  run.waitingTransfers = of('later')
  const digits = random.whole(depth, depth + 3)
  for (let block = 0; block < digits; block += 1) world.chain.mine(block === digits - depth ? of('now') : [])
  return `reorganised ${depth}: ${of('now').length} came back, ${of('later').length} later, ${of('never').length} never`
}

export const cancelLoad = async (run: RunState): Promise<string> => {
  const load = run.loads.findLast(({ path }) => path === '/loads')
  if (!load) return 'nothing to cancel'
  const answer = await call(run, load.person, { method: 'POST', path: `/loads/${load.id}/cancel`, body: {} })
  return `cancel answered ${answer.status}`
}

/** A person whose answer was lost retries, or uses the key for another request. */
export const repeatRequest = async (run: RunState): Promise<string> => {
  const { random } = run
  if (run.acknowledged.length === 0) return 'nothing to ask again'
  const known = random.pick(run.acknowledged)
  const { person, path, key, body } = known
  // A body without fields cannot be changed.
  const isSame = random.chance(0.7) || !Object.hasOwn(body, 'amount')
  const sent = isSame ? body : { ...body, amount: '77.77' }
  const answer = await call(run, person, { method: 'POST', path, body: sent, key })
  const expected = isSame
    ? answer.status === known.status && answer.text === known.text
    : answer.status === 409 && answer.body.code === 'idempotency_conflict'
  if (!expected) run.complaints.push(`the key ${key} answered ${answer.status} ${answer.text}`)
  return `asked again: ${answer.status}`
}

const twiceCents = '60.00'

/** Two loads of the same amount on one card: the history of the first lags, the second never arrives. */
export const payTwice = async (run: RunState): Promise<string> => {
  const { random, world } = run
  const person = random.pick(run.people)
  const { symbol } = random.pick(simulatedAssets)
  await world.issuer.control('/settings', { historyLagMs: 90_000 })
  const told: string[] = []
  for (const isSecond of [false, true]) {
    const key = newKey(run)
    const body = {
      cardId: person.cardId,
      amount: twiceCents,
      asset: symbol,
      network: 'ethereum',
      speed: 'immediate',
    }
    const made = await call<LoadAnswer>(run, person, { method: 'POST', path: '/loads', body, key })
    if (made.status !== 201) return `no load: ${made.status} ${made.body.code}`
    run.acknowledged.push({ person, key, path: '/loads', body, status: made.status, text: made.text })
    const { id, address, due } = made.body.data
    const dueUnits = parseUnits(due, decimalsOf(symbol))
    const load = {
      id,
      path: '/loads',
      person,
      address,
      asset: symbol,
      dueUnits,
      paidUnits: dueUnits,
    } as const
    run.loads.push(load)
    if (isSecond) {
      await world.issuer.control('/faults', {
        kind: 'drop_before',
        method: 'PUT',
        path: '/credit$',
        remaining: 1,
      })
    }
    world.chain.mine([transfer(run, { load, token: tokenOf(symbol), units: dueUnits })])
    for (let block = 0; block < 3; block += 1) world.chain.mine()
    await world.pass(2000, 1000)
    told.push(id)
  }
  return `paid ${told.join(' and ')} of the same amount`
}
