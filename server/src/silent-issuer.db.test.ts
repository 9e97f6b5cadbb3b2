import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestMailbox } from '../../tests/support/test-mailbox.ts'
import { laneWorkers, type Lane } from './kernel/lanes.ts'
import { startLoadBench, type LoadBench } from './loads/load-bench.test-kit.ts'
import { kycKeys, startEmbeddedKyc, type EmbeddedKyc } from './providers/kyc/embedded-kyc.test-kit.ts'

let mailbox: Awaited<ReturnType<typeof startTestMailbox>>
let kyc: EmbeddedKyc
let bench: LoadBench
beforeAll(async () => {
  mailbox = await startTestMailbox()
  kyc = await startEmbeddedKyc()
  const { apiKey: KYC_API_KEY, sharedSecret: KYC_SHARED_SECRET } = kycKeys
  const env = { SMTP_URL: mailbox.smtpUrl, KYC_URL: kyc.url, KYC_API_KEY, KYC_SHARED_SECRET }
  bench = await startLoadBench(env)
})
afterAll(async () => {
  // The requests that the issuer still delays end before it stops.
  await pause(Math.max(0, answersAtMs - performance.now()))
  await bench.stop()
  await kyc.stop()
  await mailbox.stop()
})

/** Longer than the adapter waits for an answer. */
const silentMs = 15_000
/** When the issuer has answered every request that it delays. */
let answersAtMs = 0
const endSilence = async () => {
  const { url, controlToken } = bench.product.issuer
  const headers = { authorization: `Bearer ${controlToken}` }
  await fetch(`${url}/_control/faults`, { method: 'DELETE', headers })
  answersAtMs = performance.now() + silentMs
}

const running = async (lane: Lane) =>
  (await bench.product.kernel.jobs.lanes()).find((each) => each.lane === lane)?.running

/** The jobs that call the issuer, with those of these people's new cards. */
const atIssuer = ['cards.call', 'transactions.poll', 'treasury.check_cards', 'treasury.check_master']
const waitingAtIssuer = () =>
  bench.product.rows<{ name: string; jobs: number }>(
    'select name, count(*)::int as jobs from job where name = any($1) group by name order by name',
    [`{${atIssuer.join(',')}}`],
  )

test('while the issuer is silent, mail, identity checks and payments go on, and its own work follows later', async () => {
  const { product } = bench
  const payer = await bench.person()
  const load = await bench.quote(payer)
  const applicant = await product.person('applicant@test.example')
  const form = { firstName: 'Approve', lastName: 'Ferrer', documentType: 'ID_CARD', country: 'PE' }
  const started = await applicant.browser.post('/kyc/start', form)
  expect(started.status).toBe(200)

  await product.issuer.control('/faults', { kind: 'delay', path: '^/', value: silentMs })
  const holders = []
  for (let count = 0; count < 6; count += 1) holders.push(await product.person(`holder${count}@test.example`))
  for (const { userId } of holders) await product.approve(userId)
  await bench.asOwner(
    `update job set due_at = '2000-01-01' where name = any('{${atIssuer.join(',')}}') and name <> 'cards.call'`,
  )
  await bench.asOwner(`update job set due_at = '2000-01-02' where name = 'treasury.check_chain'`)
  const chainChecks = () =>
    product.rows(`select name from job where name = 'treasury.check_chain' and due_at < '2000-02-01'`)
  await product.kernel.jobs.start()
  await expect.poll(() => running('issuer'), { timeout: 30_000 }).toBe(laneWorkers.issuer)
  await expect
    .poll(waitingAtIssuer, { timeout: 30_000 })
    .toEqual(atIssuer.map((name) => ({ name, jobs: name === 'cards.call' ? holders.length : 1 })))

  const startedMs = performance.now()
  const password = { oldPassword: 'own secret', password: 'new secret 7', confirmation: 'new secret 7' }
  expect((await payer.browser.post('/me/password', password)).status).toBe(200)
  await kyc.submit((await kyc.sessions())[0]?.id ?? '')
  await bench.pay(load)
  await bench.chain.mine(1)
  // The session of the check is read again after a minute.
  product.wait(61_000)
  const mails = () => mailbox.outbox('bench1@test.example', 'password_changed')
  const checks = () => product.rows('select status from kyc_case where user_id = $1', [applicant.userId])
  await expect.poll(async () => (await mails()).length, { timeout: 15_000 }).toBe(1)
  await expect.poll(checks, { timeout: 15_000 }).toEqual([{ status: 'positive' }])
  await expect.poll(() => bench.stateOf(load), { timeout: 15_000 }).toMatchObject({ status: 'detected' })
  // The comparisons with the issuer have a lane of their own: the one with the chain has run.
  await expect.poll(chainChecks, { timeout: 15_000 }).toEqual([])
  expect(performance.now() - startedMs).toBeLessThan(silentMs)
  expect((await waitingAtIssuer()).map(({ name }) => name)).toEqual(atIssuer)

  // The lane of the issuer has no free worker, and no call has had an answer.
  expect(await running('issuer')).toBe(laneWorkers.issuer)
  const holderIds = `{${holders.map(({ userId }) => userId).join(',')}}`
  const cards = () =>
    product.rows<{ status: string }>('select status from card where user_id = any($1)', [holderIds])
  expect(await cards()).toEqual(holders.map(() => ({ status: 'pending' })))
  expect((await waitingAtIssuer()).length).toBe(atIssuer.length)

  await endSilence()
  const cardsLater = () => {
    product.wait(60_000)
    return cards()
  }
  await expect
    .poll(cardsLater, { timeout: 60_000, interval: 500 })
    .toEqual(holders.map(() => ({ status: 'activated' })))
})
