import pg from 'pg'
import type { PeopleProduct } from '../../../tests/support/people-product.ts'
import { readBusinessCalendar } from '../calendar/business-calendar.sql.ts'
import { nextDailyRun } from '../calendar/business-time.ts'
import { allTenants } from '../kernel/database.ts'
import { splitOf, type LevelRates } from '../fees/fee-split.ts'
import type { Chain } from '../fees/fee-chain.ts'
import { entryOfJob, type Work } from '../kernel/jobs.ts'
import type { ApplyPlan } from '../kernel/plan.ts'
import { credit, debit, journal } from '../ledger/posting.ts'
import { readBalances } from '../ledger/reports.ts'
import { undoShare } from '../shares/shares.sql.ts'
import { createWalletBook } from '../wallets/wallet-book.test-kit.ts'
import { createWalletWorld } from '../wallets/wallet-world.test-kit.ts'
import { createSettlementRun, runName } from './settlement-run.jobs.ts'

type Speed = 'regular' | 'immediate'
export type TestShare = {
  readonly id: string
  readonly loadId: string
  readonly ownerId: string
  readonly companyId: string
  readonly speed: Speed
}
type Row = {
  amount_cents: bigint
  undone_cents: bigint
  owed_left_cents: bigint
  settlement_id: string | null
}

let number = 0

/** The wallets of the tests with loads, whose shares are due, and the daily run. */
export const createSettlementWorld = async (product: PeopleProduct) => {
  const { kernel } = product
  const { db, ids, clock, log } = kernel
  const world = await createWalletWorld(product)
  const book = createWalletBook(product)
  const owner = new pg.Client({ connectionString: product.database.ownerUrl })
  await owner.connect()

  /** A load as it is later, without the calls and transitions that lead there. */
  const insertLoad = async (of: {
    id: string
    companyId: string
    cardId: string
    speed: Speed
    status: string
    facts?: object
  }) => {
    number += 1
    const at = clock.now().toISOString()
    const row = {
      id: of.id,
      ref: `L-${number}`,
      company_id: of.companyId,
      user_id: of.id,
      card_id: of.cardId,
      speed: of.speed,
      status: of.status,
      version: 1,
      kind: 'load',
      part: 0,
      gross_cents: 1000,
      fee_cents: 100,
      net_cents: 900,
      asset: 'USDC',
      network: 'test',
      decimals: 6,
      due_units: 1,
      rate: 1,
      mid_rate: 1,
      rates: [1],
      chain: [],
      address: `0x${number}`,
      salt: `0x${number}`,
      acceptance: 1,
      spread_hundredths_bp: 0,
      fee_schedule_id: of.id,
      credit_review: false,
      waits_for_float: false,
      quoted_at: at,
      expires_at: at,
      release_from: at,
      release_by: at,
      accepted_at: at,
      ...of.facts,
    }
    await owner.query('alter table load disable trigger user')
    await owner.query('insert into load select * from jsonb_populate_record(null::load, $1)', [row])
    await owner.query('alter table load enable trigger user')
  }

  /** A share of a load of its own, which is due and credited, if nothing else is said. */
  const share = async (of: {
    ownerId: string
    companyId?: string
    cents: bigint
    speed?: Speed
    dueAt?: Date | null
    status?: string
    cardId?: string
  }): Promise<TestShare> => {
    const { ownerId, companyId = ownerId, cents, speed = 'regular', status = 'credited' } = of
    const dueAt = of.dueAt === undefined ? new Date(clock.now().getTime() - 9 * 86_400_000) : of.dueAt
    const ownerKind = ownerId === companyId ? ('company' as const) : ('seller' as const)
    const loadId = await book.acceptLoad({ shares: [{ ownerId, companyId, ownerKind, cents }], speed, dueAt })
    await insertLoad({ id: loadId, companyId, cardId: of.cardId ?? ids.next(), speed, status })
    const { rows } = await owner.query<{ id: string }>('select id from share where source_id = $1', [loadId])
    return { id: rows[0]?.id ?? '', loadId, ownerId, companyId, speed }
  }

  /** A credited load with a due share of each beneficiary of its chain, as the product splits its fee. */
  const splitLoad = async (of: {
    companyId: string
    grossCents: bigint
    rates: LevelRates
    chain: Chain
  }): Promise<TestShare[]> => {
    const { companyId, grossCents, rates, chain } = of
    const { feeCents, netCents, shares } = splitOf(of)
    const owned = shares.flatMap(({ ownerId, ownerKind, amountCents: cents }) =>
      ownerKind === 'operator'
        ? []
        : [{ ownerId, ownerKind, cents, companyId: ownerKind === 'company' ? ownerId : companyId }],
    )
    const dueAt = new Date(clock.now().getTime() - 9 * 86_400_000)
    const loadId = await book.acceptLoad({ shares: owned, dueAt })
    const frozen = chain.map(({ partHundredthsBp, ...each }) => ({
      ...each,
      ...(partHundredthsBp === undefined ? {} : { partHundredthsBp: String(partHundredthsBp) }),
    }))
    const facts = {
      gross_cents: Number(grossCents),
      fee_cents: Number(feeCents),
      net_cents: Number(netCents),
      rates: rates.map(Number),
      chain: frozen,
    }
    await insertLoad({
      id: loadId,
      companyId,
      cardId: ids.next(),
      speed: 'regular',
      status: 'credited',
      facts,
    })
    const { rows } = await owner.query<{ id: string; owner_id: string; company_id: string }>(
      'select id, owner_id, company_id from share where source_id = $1 order by id',
      [loadId],
    )
    return rows.map((row) => ({
      id: row.id,
      loadId,
      ownerId: row.owner_id,
      companyId: row.company_id,
      speed: 'regular',
    }))
  }

  /** Takes cents of a share back, as the reversal of its load does: of pending money, or owed once it is settled. */
  const reverse = async (of: TestShare, cents: bigint) => {
    const { rows } = await owner.query<Row>('select * from share where id = $1', [of.id])
    const [row] = rows
    if (!row) throw new Error('There is no such share')
    const account = { ownerId: of.ownerId, companyId: of.companyId }
    const code = row.settlement_id === null ? `wallet.${of.speed}.pending` : 'partner.owed'
    const id = ids.next()
    const undone = {
      id: of.id,
      amountCents: BigInt(row.amount_cents),
      undoneCents: BigInt(row.undone_cents),
      owedLeftCents: BigInt(row.owed_left_cents),
      settlementId: row.settlement_id,
    }
    return kernel.apply({
      journals: [
        journal({
          kind: 'capital.contributed',
          key: `capital:${id}`,
          command: `reverse ${id}`,
          effectiveAt: clock.now(),
          subjectId: id,
          legs: [debit({ code, ...account }, cents), credit({ code: 'bank.settlement' }, cents)],
        }),
      ],
      updates: undoShare(undone, cents, clock.now()),
    })
  }

  const workWith = (apply: ApplyPlan): Work => ({
    read: (use) => db.read(allTenants, use),
    write: (use) => kernel.write(allTenants, use, entryOfJob({ id: ids.next(), name: runName })),
    apply,
    clock,
  })
  const run = createSettlementRun({ ids, clock, log })

  return {
    ...world,
    share,
    splitLoad,
    reverse,
    change: book.change,
    /** The daily run of now; `apply` may fail in its place. */
    run: (apply: ApplyPlan = kernel.apply) =>
      run({ id: ids.next(), payload: {}, dueAt: clock.now(), attempts: 0 }, workWith(apply)),
    /** Waits until the next daily run is over. */
    nextPeriod: async () => {
      const calendar = await db.read(allTenants, readBusinessCalendar)
      const now = clock.now()
      product.wait(nextDailyRun(now, calendar).getTime() - now.getTime() + 2000)
    },
    balances: async (ownerId: string) => {
      const all = await db.read(allTenants, (sql) => readBalances(sql, [ownerId]))
      return Object.fromEntries(
        all.filter(({ natural }) => natural !== 0n).map(({ code, natural }) => [code, natural]),
      )
    },
    /** Inserts a settlement again, with changes of it by an expression of jsonb. Generated columns are left out. */
    copySettlement: async (id: string, changes: string): Promise<string> => {
      const { rows: columns } = await owner.query<{ name: string }>(
        `select quote_ident(column_name) as name from information_schema.columns
         where table_name = 'settlement' and is_generated = 'NEVER'`,
      )
      const names = columns.map(({ name }) => name).join(', ')
      const copied = await owner.query<{ id: string }>(
        `insert into settlement (${names}) select ${names} from (
           select (jsonb_populate_record(s, ${changes})).* from settlement s where id = $1) c returning id`,
        [id],
      )
      return copied.rows[0]?.id ?? ''
    },
    rows: async <T extends object>(text: string, values: unknown[] = []): Promise<T[]> =>
      (await owner.query<T>(text, values)).rows,
    end: () => owner.end(),
  }
}

export type SettlementWorld = Awaited<ReturnType<typeof createSettlementWorld>>
