import { feedsOf, simulatedAssets } from './chain-facts.ts'
import type { NodeFault } from './chain-node.ts'
import type { RunState } from './run-state.ts'
import { setFeeds } from './world.ts'

const issuerPaths = [
  { method: 'PUT', path: '/credit$' },
  { method: 'PUT', path: '/status$' },
  { method: 'GET', path: '^/cards/[^/]+/balance-history$' },
  { method: 'GET', path: '^/transactions' },
  { method: 'GET', path: '^/cards/[^/]+$' },
] as const
const requestFaults = [
  { kind: 'drop_after' },
  { kind: 'drop_after' },
  { kind: 'drop_before' },
  { kind: 'status', value: 503 },
  { kind: 'delay', value: 20 },
] as const
const webhookFaults = ['lose', 'lose', 'duplicate', 'reorder', 'bad_signature'] as const
const faults: readonly NodeFault[] = ['other_block', 'other_receipt', 'twice', 'partly']

/** The issuer loses answers, refuses or is slow, a few times or until the faults are cleared. */
export const breakIssuer = async ({ random, world }: RunState): Promise<string> => {
  const where = random.pick(issuerPaths)
  const how = random.pick(requestFaults)
  const remaining = random.chance(0.8) ? { remaining: random.whole(1, 3) } : {}
  await world.issuer.control('/faults', { ...how, ...where, ...remaining })
  return `issuer: ${how.kind} at ${where.path} ${JSON.stringify(remaining)}`
}

/** The next credits succeed or fail, and their answers are lost. */
export const loseCredits = async ({ random, world }: RunState): Promise<string> => {
  const kind = random.pick(['drop_after', 'drop_after', 'drop_before'] as const)
  const remaining = random.whole(1, 2)
  await world.issuer.control('/faults', { kind, method: 'PUT', path: '/credit$', remaining })
  return `issuer: ${kind} of ${remaining} credits`
}

/** From now on histories and balances lag, by less than the time that proves a credit absent. */
export const delayIssuer = async ({ random, world }: RunState): Promise<string> => {
  const historyLagMs = random.pick([0, 3000, 40_000, 150_000, 400_000, 2_400_000])
  const historyPendingMs = random.chance(0.3) ? random.pick([2000, 60_000, 200_000]) : 0
  const balanceLagMs = random.pick([0, 0, 1000, 30_000])
  await world.issuer.control('/settings', { historyLagMs, historyPendingMs, balanceLagMs })
  return `issuer: history ${historyLagMs} ms late, pending ${historyPendingMs}, balances ${balanceLagMs}`
}

/** A person changes a card's credit on the issuer's dashboard and reverts it at once. */
export const adjustByHand = async ({ random, world, people }: RunState): Promise<string> => {
  const { issuerCardId: cardId } = random.pick(people)
  const { items } = await world.issuer.control<{ items: { id: string; availableCredit: string }[] }>('/cards')
  const card = items.find(({ id }) => id === cardId)
  // The issuer withdraws nothing from a card in debt.
  if (card?.availableCredit.startsWith('-')) return `nothing was adjusted: ${cardId} is in debt`
  const cents = random.whole(1, 9000)
  const amount = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
  await world.issuer.control('/foreign-adjustment', { cardId, adjustment: amount })
  await world.issuer.control('/foreign-adjustment', { cardId, adjustment: `-${amount}` })
  return `somebody adjusted ${cardId} by ${amount} and back`
}

export const breakWebhooks = async ({ random, world }: RunState): Promise<string> => {
  const kind = random.pick(webhookFaults)
  const remaining = random.whole(1, 5)
  // Only a webhook reports money that arrives on the master account.
  await world.issuer.control('/faults', { kind, path: '^(transaction|card)', remaining })
  return `webhooks: ${kind} ${remaining}`
}

export const breakChain = async ({ random, world }: RunState): Promise<string> => {
  if (random.chance(0.3)) {
    world.chain.setDown(true)
    return 'the node is down'
  }
  const fault = random.pick(faults)
  world.chain.inject(fault)
  return `the node answers wrongly: ${fault}`
}

/** Prices change; sometimes a feed is stale, differs from the other one or is off its peg. */
export const adjustFeeds = async ({ random, world }: RunState): Promise<string> => {
  const { symbol, price } = random.pick(simulatedAssets)
  const ways = [
    { weight: 6, word: 'goes on', factor: random.whole(990, 1010), ageSeconds: 10 },
    { weight: 1, word: 'is old', factor: 1000, ageSeconds: 7200 },
    { weight: 1, word: 'is apart', factor: 1100, ageSeconds: 10 },
    { weight: 1, word: 'is far off', factor: 800, ageSeconds: 10 },
  ]
  const { word, factor, ageSeconds } = random.weighted(ways)
  const answer = (price * BigInt(factor)) / 1000n
  const [one, other] = feedsOf(symbol)
  world.chain.setFeed(one, { answer, ageSeconds })
  if (word !== 'is apart') world.chain.setFeed(other, { answer, ageSeconds })
  return `${symbol} ${word}: ${answer}`
}

/** Every service answers again and prices are right. */
export const mend = async ({ world }: RunState): Promise<string> => {
  world.chain.setDown(false)
  world.chain.setDear(false)
  setFeeds(world.chain)
  await world.issuer.control('/settings', { historyLagMs: 0, historyPendingMs: 0, balanceLagMs: 0 })
  const answer = await fetch(`${world.issuer.url}/_control/faults`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${world.issuer.controlToken}` },
  })
  return `mended: ${answer.status}`
}

/** Time passes: minutes, or hours. */
export const wait = async ({ random, world }: RunState): Promise<string> => {
  const minutes = random.pick([10, 10, 20, 33, 60, 120, 300, 480])
  await world.pass(minutes * 60_000)
  return `waited ${minutes} min`
}

export const restart = async ({ world }: RunState): Promise<string> => {
  await world.restart()
  return 'restarted'
}
