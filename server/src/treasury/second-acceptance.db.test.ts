import { afterAll, beforeAll, expect, test } from 'vitest'
import { issuerTransferStarted } from '../ledger/issuer-transfer.ts'
import { createTestLedger, type TestLedger } from '../ledger/ledger.test-kit.ts'
import { depositConfirmed, loadAccepted, loadCredited } from '../loads/load-postings.ts'
import { issuerFunded } from './treasury-postings.ts'

let ledger: TestLedger
beforeAll(async () => {
  ledger = await createTestLedger()
})
afterAll(() => ledger.end())

test('each acceptance of a load is credited once: a second one is booked, not replayed', async () => {
  const effectiveAt = ledger.clock.now()
  const id = ledger.ids.next()
  const [company, payer] = [ledger.ids.next(), ledger.ids.next()]
  const card = { ownerId: ledger.ids.next(), companyId: company }
  const netCents = 970n
  const event = { eventId: ledger.ids.next(), recordId: ledger.ids.next(), fundingId: null }
  await ledger.post(issuerFunded({ ...event, amountCents: 5000n, effectiveAt }))
  const asset = 'USDC@1'
  const credit = (acceptance: number) =>
    loadCredited({ id, acceptance, card, netCents, operatorCents: 0n, spreadCents: 0n, effectiveAt })
  for (const acceptance of [1, 2]) {
    const deposit = ledger.ids.next()
    const of = { id: deposit, chain: '1', tx: deposit, log: 0, asset, units: 1000n }
    const owner = { ownerId: payer, companyId: company }
    const figures = { netCents, operatorCents: 0n, spreadCents: 0n, bookValueCents: netCents, shares: [] }
    const accepted = { id, acceptance, speed: 'regular', card, payer: owner, asset, figures } as const
    const transfer = { reference: `load:${id}`, refId: id, attempt: acceptance, amountCents: netCents }
    const outcomes = [
      await ledger.post(depositConfirmed({ ...of, payer: owner, effectiveAt })),
      await ledger.post(loadAccepted({ ...accepted, deposits: [of], effectiveAt })),
      await ledger.post(issuerTransferStarted({ ...transfer, effectiveAt })),
      await ledger.post(credit(acceptance)),
    ]
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(Array(4).fill('posted'))
    expect(await ledger.post(credit(acceptance))).toMatchObject({ outcome: 'replayed' })
  }
  expect(await ledger.balance({ code: 'card.available', ...card })).toBe(2n * netCents)
  expect(await ledger.balance({ code: 'issuer.in_flight' })).toBe(0n)
})
