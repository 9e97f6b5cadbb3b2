import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { formatCents } from '@cardamom/contract/money'
import { expect, inject, test } from 'vitest'
import { houseId } from '../../server/src/companies/company.ts'
import { transferFee } from '../../server/src/fees/fee-split.ts'
import { allTenants } from '../../server/src/kernel/database.ts'
import { insertBatch } from '../../server/src/transfers/wallet-load-batches.sql.ts'
import { readTransferRate } from '../../server/src/transfers/wallet-load-decision.ts'
import { walletAdjusted } from '../../server/src/wallets/adjustment-postings.ts'
import { readWalletHolder } from '../../server/src/wallets/wallet-holders.sql.ts'
import { createSeeded } from '../simulation/seeded.ts'
import { copyTemplate } from '../simulation/simulation-database.ts'
import { openKillBench, type KillBench } from './kill-bench.ts'
import { startServer, verifyLedger } from './server-process.ts'

type BookedCard = { readonly issuerCardId: string; readonly status: string; readonly balanceCents: string }
/** Each card of the file with its transfer and its balance in the ledger; 0 where it has no account yet. */
const bookedCards = `select c.issuer_card_id as "issuerCardId", t.status,
    coalesce((select case when a.side = 'D' then -a.balance else a.balance end from account a
      where a.code = 'card.available' and a.owner_id = c.id), 0)::text as "balanceCents"
  from wallet_transfer t join card c on c.id = t.to_owner_id`

const people = 12
const rowCents = 2000n
const aheadMs = 90_000
const passMs = 17 * 60_000

/** A batch of one row for each card, whose job is due, and the money for all of them. */
const prepareBatch = async (
  bench: KillBench,
  companyId: string,
  cards: readonly { cardId: string; userId: string }[],
) => {
  const product = await bench.openHere(0)
  const { db, ids, clock, apply, write } = product.kernel
  const now = clock.now()
  const holder = await db.read(allTenants, (sql) => readWalletHolder(sql, companyId))
  if (!holder) throw new Error('The sender has no wallet')
  const credit = {
    id: ids.next(),
    holder,
    wallet: 'immediate',
    type: 'credit',
    amountCents: 100_000n,
  } as const
  expect((await apply({ journals: [walletAdjusted({ ...credit, effectiveAt: now })] })).outcome).toBe(
    'posted',
  )
  const batchId = ids.next()
  const rateHundredthsBp = await db.read(allTenants, (sql) => readTransferRate(sql, { from: holder, now }))
  const priced = transferFee({ totalCents: rowCents, rateHundredthsBp })
  if (!priced.accepted) throw new Error(priced.code)
  const { feeCents } = priced.value
  const of = { companyId, totalCents: rowCents, feeCents }
  await write(allTenants, async ({ sql, enqueue }) => {
    const batch = { id: batchId, companyId, wallet: 'immediate' as const, rowCount: cards.length }
    const sums = {
      totalCents: rowCents * BigInt(cards.length),
      feeCents: feeCents * BigInt(cards.length),
      reason: 'Salaries',
    }
    const made = { requestedBy: cards[0]?.userId ?? '', madeAt: now }
    await insertBatch(
      sql,
      { ...batch, ...sums, ...made },
      cards.map(({ cardId }, index) => ({ id: ids.next(), batchId, line: index + 1, cardId, ...of })),
    )
    enqueue({ name: 'transfers.run_batch', key: `transfers.run_batch:${batchId}`, payload: { batchId } })
  })
  await product.stop()
  return rowCents - feeCents
}

test('kill -9 in the middle of a file, at its rows and at their credits: each card gets its money once', async () => {
  const database = await copyTemplate(inject('ownerUrl'), `kill_batch_${process.pid}`)
  const bench = await openKillBench(database, createSeeded(5))
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  const count = async (text: string): Promise<number> =>
    Number((await owner.query<{ count: string }>(`select count(*) from ${text}`)).rows[0]?.count)
  try {
    const joined = await bench.prepare(people)
    const senders = await owner.query<{ id: string }>("select id from company where slug = 'norte'")
    // The operator has no wallet; the cards are those of a company and of one below it.
    const cards = joined.filter(({ companyId }) => companyId !== houseId)
    const netCents = await prepareBatch(bench, senders.rows[0]?.id ?? '', cards)
    // The first kill is at the first row that was transferred, the others at later rows and credits.
    const reached = [
      () => count("wallet_load_batch_row where result = 'made'"),
      async () => bench.creditsUnderWay(),
      () => count("wallet_transfer where status = 'completed'"),
    ]
    for (const isReached of reached) {
      const server = await startServer({ env: bench.env })
      while ((await isReached()) === 0) {
        const refused = await owner.query(
          "select refusal from wallet_load_batch_row where result = 'refused'",
        )
        expect(refused.rows).toEqual([])
        await pause(10)
      }
      await server.kill()
    }
    bench.hurry()
    const all = cards.length
    const product = await bench.openHere(aheadMs)
    const world = bench.worldOf(product)
    for (let pass = 0; pass < 20 && (await count("wallet_transfer where status = 'pending'")) > 0; pass += 1)
      await world.pass(passMs)
    await product.stop()
    const completed = await count("wallet_transfer where status = 'completed'")
    const cancelled = await count("wallet_transfer where status = 'cancelled'")
    expect({
      rows: await count("wallet_load_batch_row where result = 'made'"),
      open: await count('wallet_load_batch where ended_at is null'),
      ended: completed + cancelled,
      reserved: await count("journal where kind = 'wallet_load.reserved'"),
      credited: await count("journal where kind = 'wallet_load.credited'"),
      released: await count("journal where kind = 'wallet_load.released'"),
    }).toEqual({ rows: all, open: 0, ended: all, reserved: all, credited: completed, released: cancelled })
    expect(completed).toBeGreaterThan(0)
    // A credit that a kill stopped before it reached the issuer is never sent again: its money returns to the wallet.
    const booked = await owner.query<BookedCard>(bookedCards)
    const credits = await bench.issuer.credits()
    const credited = new Map(credits.map(({ cardId, card }) => [cardId, card]))
    expect(credited.size).toBe(credits.length)
    expect(booked.rows.filter(({ status }) => status === 'completed')).toHaveLength(credited.size)
    for (const { issuerCardId, status, balanceCents } of booked.rows) {
      const cents = status === 'completed' ? netCents : 0n
      expect({ status, cents: BigInt(balanceCents) }).toEqual({ status, cents })
      expect(credited.get(issuerCardId)).toBe(status === 'completed' ? formatCents(netCents) : undefined)
    }
    expect(await verifyLedger(bench.env)).toEqual({
      code: 0,
      said: expect.stringContaining('nothing found') as string,
    })
  } finally {
    await owner.end()
    await bench.stop()
    await database.drop()
  }
}, 300_000)
