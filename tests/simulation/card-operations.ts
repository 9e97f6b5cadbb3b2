import { call, newKey, type RunState } from './run-state.ts'

const cents = (amount: number) => `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}`

/** A person pays in a shop, or a shop clears or refunds a payment that has no authorisation. */
export const swipe = async (run: RunState): Promise<string> => {
  const { random, world } = run
  const person = random.pick(run.people)
  const ways = [
    { weight: 8, path: '/authorisation' },
    { weight: 1, path: '/clearing' },
    { weight: 1, path: '/refund' },
  ]
  const { path } = random.weighted(ways)
  const amount = cents(random.whole(1, 12_000))
  const decline = path === '/authorisation' && random.chance(0.1) ? { decline: '59' } : {}
  const made = await world.issuer.simulate(path, { cardId: person.issuerCardId, amount, ...decline })
  if (!made) return `${path} of ${amount} was refused`
  run.payments.push({ id: made.id, person })
  return `${path} of ${amount}: ${made.status}`
}

/**
 * A payment continues: it is authorised for more, cleared in full, in part or beyond, reversed or refunded.
 */
export const continuePayment = async (run: RunState): Promise<string> => {
  const { random, world } = run
  const payment = run.payments.at(-1) && random.pick(run.payments.slice(-6))
  if (!payment) return 'no payment to go on with'
  const amount = cents(random.whole(1, 9000))
  const ways: { weight: number; word: string; body: object }[] = [
    { weight: 2, word: 'increment', body: { amount } },
    { weight: 3, word: 'clearing', body: {} },
    { weight: 2, word: 'clearing', body: { amount } },
    { weight: 1, word: 'clearing', body: { amount: cents(random.whole(9000, 30_000)) } },
    { weight: 1, word: 'reversal', body: {} },
    { weight: 1, word: 'reversal', body: { amount: cents(random.whole(1, 500)) } },
    { weight: 1, word: 'refund', body: {} },
    { weight: 1, word: 'chargeback', body: {} },
  ]
  const { word, body } = random.weighted(ways)
  const after = await world.issuer.simulate(`/${payment.id}/${word}`, body)
  return `${word} ${JSON.stringify(body)}: ${after?.status ?? 'refused'}`
}

/** The holder pauses or resumes their card. */
export const pauseOrResume = async (run: RunState): Promise<string> => {
  const { random } = run
  const person = random.pick(run.people)
  const path = `/cards/${person.cardId}/${random.pick(['pause', 'resume', 'resume'])}`
  const key = newKey(run)
  const body = {}
  const answer = await call(run, person, { method: 'POST', path, body, key })
  if (answer.status < 300) {
    run.acknowledged.push({ person, key, path, body, status: answer.status, text: answer.text })
  }
  return `${path} answered ${answer.status}`
}

/** A wire arrives on the master account. */
export const fundMaster = async ({ random, world }: RunState): Promise<string> => {
  const amount = cents(random.whole(1, 500_000))
  const ways = [
    { weight: 2, path: '/fund', body: { amount } },
    { weight: 1, path: '/fund', body: { amount: cents(random.whole(500_000, 9_000_000)) } },
  ]
  const { path, body } = random.weighted(ways)
  await world.issuer.control(path, body)
  return `${path} ${body.amount}`
}
