import { parseCents } from '@cardamom/contract/money'
import { listCardsAtIssuer } from '../../server/src/cards/cards.sql.ts'
import { allTenants } from '../../server/src/kernel/database.ts'
import { checkBlocks } from '../../server/src/ledger/block-checks.ts'
import { checkBook, type Finding } from '../../server/src/ledger/checks.ts'
import { signingKeyOf } from '../../server/src/ledger/signing-key.ts'
import { checkChain } from '../../server/src/ledger/invariants.ts'
import { checkIssuer, type IssuerFigures } from '../../server/src/ledger/exact-invariants.test-kit.ts'
import { listFindings } from '../../server/src/treasury/findings.sql.ts'
import { readReconciliation } from '../../server/src/treasury/reconciliation-runs.sql.ts'
import { simulatedAssets } from './chain-facts.ts'
import { isPayment } from './chain-payments.ts'
import type { TokenTransfer } from './chain-blocks.ts'
import type { RunState } from './run-state.ts'
import type { IssuerEntry } from './simulated-issuer.ts'
import { checkPayouts } from './payout-invariants.ts'
import { checkShares } from './share-invariants.ts'
import { checkWallets } from './wallet-invariants.ts'
import type { World as WholeWorld } from './world.ts'

type World = Pick<WholeWorld, 'issuer' | 'chain' | 'product' | 'rows' | 'inspect'>
/** The parts of a run that the checks read. */
type CheckedRun = Pick<RunState, 'acknowledged' | 'complaints' | 'funds' | 'allowances'> & {
  readonly world: World
}

const found = (check: string, rows: readonly { subject: string; detail: string }[]): Finding[] =>
  rows.map(({ subject, detail }) => ({ check, subject, detail }))

const splitIsWhole = `select l.id::text as subject,
    format('%s + %s + %s is not %s', l.net_cents, l.operator_cents, coalesce(s.sum, 0), l.gross_cents) as detail
  from load l left join (
    select source_id, sum(left_cents - owed_left_cents) from share where source_kind = 'load' group by source_id) s
    on s.source_id = l.id
  where l.kind = 'load' and l.status in ('held', 'crediting', 'credited', 'credit_failed') and l.net_cents + l.operator_cents + coalesce(s.sum, 0) <> l.gross_cents
  union all select t.id::text, format('%s + %s + %s is not %s', t.net_cents, t.operator_cents, s.sum, t.gross_cents)
  from top_up t cross join lateral (
    select coalesce(sum(amount_cents), 0) as sum from share where source_kind = 'topup' and source_id = t.id) s
  where t.net_cents + t.operator_cents + s.sum <> t.gross_cents`
const creditedOnce = `select subject_id::text as subject, format('credited %s times', count(*)) as detail
  from journal where kind = 'load.credited' group by subject_id
  having count(*) > coalesce((select acceptance from load where id = subject_id), 1)`
/**
 * Loads that also received a little of another coin: another payment in time must be in the load's own coin.
 */
const heldThoughPaid = `select l.id::text as subject,
    format('%s of %s came in time, and it is set aside as %s', p.own, l.due_units, l.exception) as detail
  from load l cross join lateral (select
      coalesce(sum(t.units) filter (where t.asset = l.asset and t.block_time <= l.expires_at + interval '2 minutes'), 0) as own,
      coalesce(sum(t.units / case t.asset when 'WETH' then 1e8 / 3000 when 'DAI' then 1e8 else 1e6 end) filter (where t.asset <> l.asset), 0) as others
    from chain_transfer t join load c on c.id = t.load_id
    where (c.id = l.id or c.parent_id = l.id) and t.status = 'final') p
  where l.parent_id is null and l.status = 'review' and l.acceptance = 0 and l.exception in ('wrong_asset', 'underpaid') and p.others < 9
    and p.own * 1000 >= l.due_units * 995`
const bookedOnce = `select t.tx_hash as subject, format('%s final, booked %s times', count(*), max(j.count)) as detail
  from chain_transfer t cross join lateral (
    select count(*) from journal_key k join journal on id = k.journal_id and kind = 'deposit.confirmed'
    where k.key = journal_key_of('deposit:' || t.network || ':' || t.tx_hash || ':' || t.log_index)) j
  where t.status = 'final' and t.units > 0 group by t.tx_hash having count(*) <> 1 or max(j.count) <> 1`
const deposits = `select count(*) from journal where kind = 'deposit.confirmed'`
const finalRows = `select tx_hash, units from chain_transfer where status = 'final'`

const signedCents = (text: string): bigint =>
  text.startsWith('-') ? -(parseCents(text.slice(1)) ?? 0n) : (parseCents(text) ?? 0n)

/** What the product credited to each card: loads of its holder, and money of wallets. */
const booked = `select c.issuer_card_id as card,
    (coalesce((select sum(l.net_cents) from load l where l.card_id = c.id and l.status = 'credited'), 0)
      + coalesce((select sum(t.net_cents) from wallet_transfer t
          where t.to_owner_id = c.id and t.kind = 'card_load' and t.status = 'completed'), 0))::int8 as credited,
    array(select m.amount_cents from issuer_transfer m
      where m.issuer_card_id = c.issuer_card_id and m.status in ('sent', 'review')) as open
  from card c where c.issuer_card_id is not null`
const boundRows = `select r.row_id, r.issuer_card_id as card,
    coalesce(-v.amount_cents, case when l.acceptance > 1 then m.amount_cents else l.net_cents + p.net_cents end, t.net_cents) as net_cents,
    coalesce(v.status, case when exists (select from load_reversal o where o.load_id = l.id and o.status = 'completed')
      then 'credited' else l.status end, t.status) as status from issuer_history_row r
  join issuer_transfer m on m.id = r.issuer_transfer_id
  left join load l on l.id = m.load_id left join wallet_transfer t on t.id = m.wallet_transfer_id
  left join load_reversal v on v.id = m.load_reversal_id
  cross join lateral (select coalesce(sum(net_cents), 0)::int8 as net_cents from load_part where load_id = l.id and kind = 'reversed') p
  where r.status = 'bound'`
const unbound = `select l.id::text as subject, 'credited without a row of the issuer' as detail from load l
  where l.status = 'credited' and not exists (select 1 from issuer_transfer m join issuer_history_row r on r.issuer_transfer_id = m.id
    where m.load_id = l.id)`

/**
 * Compares the credits that the issuer knows for each card with the booked ones. A credit with a lost answer
 * may be there or not.
 */
const checkCardSums = async (world: World, made: readonly IssuerEntry[], isCalm: boolean) => {
  const rows = await world.rows<{ card: string; credited: bigint; open: bigint[] }>(booked)
  return rows.flatMap(({ card, credited, open }) => {
    if (open.length > 1) return [{ subject: card, detail: `has ${open.length} open credits, one is allowed` }]
    const theirs = made
      .filter(({ cardId, by }) => cardId === card && by === 'api')
      .reduce((sum, entry) => sum + signedCents(entry.card), 0n)
    const mayBe = [credited, ...(isCalm ? [] : open.map((cents) => credited + cents))]
    return mayBe.includes(theirs)
      ? []
      : [
          {
            subject: card,
            detail: `the issuer credited ${theirs}, booked are ${credited}, open ${open.join()}`,
          },
        ]
  })
}

/**
 * Each history row that is bound to a load was made at the issuer by our call, with the load's amount, on its
 * card.
 */
const checkBoundRows = async (world: World, made: readonly IssuerEntry[]) => {
  const byId = new Map(made.map((entry) => [entry.id, entry]))
  const rows = await world.rows<{ row_id: string; card: string; net_cents: bigint; status: string }>(
    boundRows,
  )
  return rows.flatMap(({ row_id: id, card, net_cents: netCents, status }) => {
    const entry = byId.get(id)
    const isRight =
      entry?.by === 'api' &&
      entry.cardId === card &&
      signedCents(entry.card) === netCents &&
      (status === 'credited' || status === 'completed')
    return isRight
      ? []
      : [{ subject: id, detail: `bound to ${netCents} ${status}, is ${JSON.stringify(entry)}` }]
  })
}

const checkCredits = async (world: World, isCalm: boolean): Promise<Finding[]> => {
  const made = await world.issuer.credits()
  return found('issuer_credits', [
    ...(await checkCardSums(world, made, isCalm)),
    ...(await checkBoundRows(world, made)),
    ...(isCalm ? await world.rows<{ subject: string; detail: string }>(unbound) : []),
  ])
}

const toOurs = async (world: World): Promise<TokenTransfer[]> => {
  const rows = await world.rows<{ address: string }>(`select address from load where parent_id is null`)
  const ours = new Set(rows.map(({ address }) => address.toLowerCase()))
  return world.chain.finalTransfers().filter(({ to }) => ours.has(to.toLowerCase()))
}

const checkDeposits = async (world: World, isCalm: boolean): Promise<Finding[]> => {
  const listed = new Set<string>(simulatedAssets.map(({ token }) => token))
  const final = (await toOurs(world)).filter(({ token }) => listed.has(token))
  const onChain = new Set<string>(final.map(({ txHash }) => txHash))
  const rows = await world.rows<{ tx_hash: string; units: bigint }>(finalRows)
  const known = new Set(rows.map((row) => row.tx_hash))
  const journals = await world.rows<{ count: bigint }>(deposits)
  const withMoney = rows.filter(({ units }) => units > 0n).length
  return found('deposits', [
    ...rows
      .filter((row) => !onChain.has(row.tx_hash))
      .map((row) => ({ subject: row.tx_hash, detail: 'is final here and not on the chain' })),
    ...(isCalm ? final : [])
      .filter(({ txHash }) => !known.has(txHash))
      .map(({ txHash }) => ({ subject: txHash, detail: 'is final on the chain and not here' })),
    ...(Number(journals[0]?.count) === withMoney
      ? []
      : [{ subject: 'deposit.confirmed', detail: `${journals[0]?.count} journals, ${withMoney} deposits` }]),
  ])
}

/** One load for each key that was answered with a load, and no other loads. */
const checkKeys = async ({ world, acknowledged }: CheckedRun): Promise<Finding[]> => {
  const promised = acknowledged.filter(({ path }) => path === '/loads' || path === '/coin-deposits').length
  const rows = await world.rows<{ count: bigint }>('select count(*) from load where parent_id is null')
  return Number(rows[0]?.count) === promised
    ? []
    : found('keys', [{ subject: 'loads', detail: `${rows[0]?.count} loads for ${promised} keys` }])
}

/** Invariants after every step, whatever fault is active outside. All data is read in one transaction. */
export const checkStep = async (run: CheckedRun, isCalm = false): Promise<Finding[]> =>
  run.world.inspect(async (sql) => {
    const world: World = { ...run.world, rows: (text, values) => sql.rows(text, values) }
    return [
      ...run.complaints.map((detail) => ({ check: 'answers', subject: 'caller', detail })),
      ...(await checkBook(sql)),
      ...found(
        'wire',
        world.issuer.wireProblems().map((detail) => ({ subject: 'issuer', detail })),
      ),
      ...found('split', await world.rows(splitIsWhole)),
      ...found('held_though_paid', await world.rows(heldThoughPaid)),
      ...found('credited_once', await world.rows(creditedOnce)),
      ...found('booked_once', await world.rows(bookedOnce)),
      ...(await checkCredits(world, isCalm)),
      ...(await checkDeposits(world, isCalm)),
      ...(await checkWallets(world, run)),
      ...(await checkShares(world)),
      ...(await checkPayouts(world, isCalm)),
      ...(await checkKeys({ ...run, world })),
    ]
  })

const readIssuer = async (world: World): Promise<IssuerFigures> => {
  const account = await world.issuer.port.readAccount()
  const cards = await world.issuer.port.listCards({ page: 1 })
  if (account.outcome !== 'ok' || cards.outcome !== 'ok') throw new Error('The issuer does not answer')
  const ids = cards.value.cards.map(({ issuerCardId }) => issuerCardId)
  const known = await world.product().kernel.db.read(allTenants, (sql) => listCardsAtIssuer(sql, ids))
  const ours = new Map(known.map((card) => [card.issuerCardId, card.id]))
  return {
    availableBalanceCents: account.value.availableCents,
    availableToAllocateCents: account.value.unallocatedCents,
    cards: cards.value.cards.map(({ issuerCardId, availableCents }) => ({
      cardId: ours.get(issuerCardId) ?? issuerCardId,
      availableCreditCents: availableCents,
    })),
  }
}

/** R7: for each asset, the book agrees with our holdings on the chain. */
const checkAssets = async (world: World): Promise<Finding[]> => {
  const final = await toOurs(world)
  const paid = world.chain.finalTransfers().filter((each) => isPayment(each) && each.isOk)
  const { db } = world.product().kernel
  const findings: Finding[] = []
  for (const { symbol, decimals, token } of simulatedAssets) {
    const sumOf = (transfers: readonly TokenTransfer[]) =>
      transfers.filter((each) => each.token === token).reduce((sum, { units }) => sum + units, 0n)
    const contractUnits = world.chain.firstPayoutUnits(token) + sumOf(final) - sumOf(paid)
    const figures = await world.rows<{ sum: bigint }>(
      `select coalesce(sum(residue), 0)::int8 as sum from chain_transfer where status = 'final' and asset = $1`,
      [symbol],
    )
    const chain = {
      asset: `${symbol}@ethereum`,
      contractUnits,
      contractUnitsPerLedgerUnit: 10n ** BigInt(Math.max(decimals - 8, 0)),
      residueContractUnits: figures[0]?.sum ?? 0n,
    }
    findings.push(...(await db.read(allTenants, (sql) => checkChain(sql, chain))))
  }
  return findings
}

const dead = `select name as subject, coalesce(last_error, '') as detail from job where dead`

/** Invariants when every service answers again and no work is open: R1 to R4, R7 and the signed blocks as well. */
export const checkCalm = async (run: CheckedRun): Promise<Finding[]> => {
  const { world } = run
  const { db, config } = world.product().kernel
  const { publicKeyPem } = signingKeyOf(config.LEDGER_SIGNING_KEY)
  const issuer = await readIssuer(world)
  const findings = await db.read(allTenants, listFindings)
  // Money that waits for its payer's choice grows old. The ageing is read once a day, so it may be a day behind.
  const open = findings.filter(({ invariant }) => invariant !== 'ageing')
  const now = world.product().kernel.clock.now()
  const overdue = (await db.read(allTenants, (sql) => readReconciliation(sql, now)))
    .filter(({ isOverdue }) => isOverdue)
    .map(({ name, failure }) => ({ subject: name, detail: `had no success in time: ${failure}` }))
  return [
    ...(await checkStep(run, true)),
    ...(await db.read(allTenants, (sql) => checkBlocks(sql, publicKeyPem))),
    ...(await db.read(allTenants, (sql) => checkIssuer(sql, issuer))),
    ...(await checkAssets(world)),
    ...found('dead_job', await world.rows(dead)),
    ...found('not_checked', overdue),
    ...open.map(({ invariant, subject, detail }) => ({ check: `product: ${invariant}`, subject, detail })),
  ]
}
