import pg from 'pg'
import { after } from '../../server/src/kernel/clock.ts'
import { allTenants, openDatabase } from '../../server/src/kernel/database.ts'
import { createIds } from '../../server/src/kernel/ids.ts'
import type { Journal } from '../../server/src/kernel/plan.ts'
import { closeAccounts, setAllowance } from '../../server/src/ledger/accounts.ts'
import { createBlockSigner } from '../../server/src/ledger/block-signer.ts'
import type { TestLedger } from '../../server/src/ledger/ledger.test-kit.ts'
import { createPoster } from '../../server/src/ledger/poster.ts'
import type { SigningKey } from '../../server/src/ledger/signing-key.ts'
import { depositConfirmed } from '../../server/src/loads/load-postings.ts'
import { createLedgerWorld, type Step } from '../../server/src/treasury/ledger-world.test-kit.ts'
import { capitalContributed, issuerFunded } from '../../server/src/treasury/treasury-postings.ts'

/** The tables of a book. */
export const bookTableNames =
  `account account_change ref_balance journal journal_key posting wallet_line ledger_break journal_detail
  signed_entry block unsigned_entry`.split(/\s+/)
export const largest = 2n ** 63n - 1n

export const signNow = (of: TestLedger, key: SigningKey) =>
  createBlockSigner({ db: of.db, signerDb: of.signerDb, clock: of.clock, key }).signNow()

/** Every row of a book as a text, by table. */
export const rowsOf = async (of: TestLedger): Promise<Record<string, string[]>> => {
  const rows: Record<string, string[]> = {}
  for (const table of bookTableNames) {
    const found = await of.owner.query<{ row: string }>(
      `select t::text as row from ${table} t order by t::text`,
    )
    rows[table] = found.rows.map(({ row }) => row)
  }
  return rows
}

/** Opens a database as the owner of its schema, as the commands do. */
export const asOwner = async <T>(
  of: { ownerUrl: string },
  use: (db: ReturnType<typeof openDatabase>) => Promise<T>,
) => {
  const db = openDatabase({ url: of.ownerUrl, connections: 1, kind: 'copy', onIdleError: () => undefined })
  try {
    return await use(db)
  } finally {
    await db.close()
  }
}

export const funding = (of: TestLedger, amountCents = 1n): Journal => {
  const event = { eventId: of.ids.next(), recordId: of.ids.next(), fundingId: null }
  return issuerFunded({ ...event, amountCents, effectiveAt: new Date('2026-11-20T15:00:00.123Z') })
}

const steps: readonly Step[] = [
  { do: 'fund', amountCents: 900_00n },
  { do: 'fee', amountCents: 1_00n },
  { do: 'load', grossCents: 100_00n, spreadCents: 150n, speed: 'regular' },
  { do: 'load', grossCents: 200_00n, spreadCents: -150n, speed: 'immediate' },
  { do: 'start', pick: 0 },
  { do: 'refuse', pick: 0 },
  { do: 'start', pick: 0 },
  { do: 'credit', pick: 0 },
  { do: 'card', pick: 0, event: { type: 'authorisation', amountCents: 10_00n, isFinal: false } },
  // These clear more than the cards have: the ledger opens breaks.
  { do: 'card', pick: 1, event: { type: 'clearing', amountCents: 400_00n, isFinal: true } },
  { do: 'card', pick: 2, event: { type: 'clearing', amountCents: 1n, isFinal: true } },
  { do: 'start', pick: 0 },
]

/** No kind that is built is reversed as a whole: in this database contributions are. */
export const allowReversals = (of: TestLedger) =>
  of.owner.query(
    `update journal_kind set reversible = true, debits = '', credits = '' where name = 'capital.contributed'`,
  )

/** A reversal whose id is lower than that of the journal that it reverses: its server's clock is behind. */
export const postReversal = async (of: TestLedger) => {
  const effectiveAt = new Date('2026-11-20T15:00:00Z')
  // The text `\u0000` is six characters, and no zero sign.
  const metadata = { 'a "name" 🪙': '\\ \n 1e400 \\u0000 \u2028', proposedBy: of.ids.next() }
  const detail = { actor: of.ids.next(), reason: `'; -- "é"\t🦊`, metadata }
  const paidIn = capitalContributed({ id: of.ids.next(), amountCents: 900n, effectiveAt, detail })
  await allowReversals(of)
  const posted = await of.post(paidIn)
  if (posted.outcome !== 'posted') throw new Error(posted.outcome)
  const pool = new pg.Pool({ connectionString: of.appUrl })
  const ids = createIds(() => after(of.clock.realNow(), -1_800_000).getTime())
  const poster = createPoster({ pool, ids, clock: of.clock, expandEvents: of.outbox.expand })
  const back = {
    ...paidIn,
    key: `${paidIn.key}:reversed`,
    reverses: posted.journalIds[0] ?? '',
    detail: { reason: 'Entered twice' },
    legs: paidIn.legs.map((leg) => ({ ...leg, amount: -leg.amount })),
  }
  const { outcome } = await poster.apply({ journals: [back] })
  await poster.close()
  await pool.end()
  if (outcome !== 'posted') throw new Error(outcome)
}

/**
 * A book with loads, shares, breaks, a reversal, changed accounts, the largest amounts and texts outside of
 * ASCII: two signed blocks, and entries that no block signs yet.
 */
export const postVariedBook = async (of: TestLedger, key: SigningKey): Promise<{ replayed: Journal }> => {
  const world = createLedgerWorld(of)
  for (const step of steps) await world.step(step)
  if (world.surprises.length > 0) throw new Error(world.surprises.join('; '))
  await signNow(of, key)
  await postReversal(of)
  const payer = { ownerId: of.ids.next(), companyId: of.ids.next() }
  const effectiveAt = new Date('2026-11-20T15:00:00Z')
  const transfer = { chain: '1', tx: '0x🦊é"\\', log: 0, asset: '🍋é@1', units: largest }
  const deposited = await of.post(depositConfirmed({ id: of.ids.next(), ...transfer, payer, effectiveAt }))
  if (deposited.outcome !== 'posted') throw new Error(deposited.outcome)
  const owner = { ownerId: of.ids.next(), companyId: payer.companyId, at: of.clock.now() }
  await of.accountsDb.write(allTenants, (sql) => setAllowance(sql, { ...owner, allowanceCents: largest }))
  await signNow(of, key)
  const replayed = funding(of)
  await of.post(replayed)
  await of.accountsDb.write(allTenants, async (sql) => {
    // Times of the product have milliseconds; the database may hold microseconds.
    await sql.run(
      `select assign_accounts($1, $2, date_trunc('second', clock_timestamp()) - interval '876544 us')`,
      [owner.ownerId, of.ids.next()],
    )
    await closeAccounts(sql, owner)
  })
  return { replayed }
}
