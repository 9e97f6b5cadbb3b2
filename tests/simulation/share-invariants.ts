import type { Finding } from '../../server/src/ledger/checks.ts'
import type { World } from './world.ts'

type Frozen = {
  readonly id: string
  readonly gross: bigint
  readonly rates: readonly string[]
  readonly chain: readonly { readonly ownerId: string; readonly level: number }[]
  readonly shares: Readonly<Record<string, string>>
}
/** Accepted payments with the terms of their quotes, and their shares by owner. A wire's terms are those of its shares. */
const frozen = `select l.id::text as id, gross_cents as gross, rates::text[] as rates, chain,
    coalesce((select jsonb_object_agg(owner_id, cents::text) from (select owner_id, sum(left_cents - owed_left_cents) as cents from share
      where source_id = l.id group by owner_id) standing), '{}') as shares
  from load l where status in ('held', 'crediting', 'credited', 'credit_failed', 'topped_up') and kind <> 'card_price'`

const whole = 1_000_000n

/** What each owner of a chain gets, computed in the plainest way: a level that is missing passes its rate upwards. */
const expectedShares = ({ gross, rates, chain }: Frozen): Map<string, bigint> => {
  const expected = new Map<string, bigint>()
  let passed = 0n
  for (let level = 4; level > 0; level -= 1) {
    passed += BigInt(rates[level] ?? '0')
    const owner = chain.find((each) => each.level === level)
    if (!owner) continue
    const cents = (gross * passed) / whole
    if (cents > 0n) expected.set(owner.ownerId, cents)
    passed = 0n
  }
  return expected
}

/** The share of every level, computed again from the frozen rates and chain of the quote (domain §4, §13). */
export const checkShares = async (world: Pick<World, 'rows'>): Promise<Finding[]> => {
  const rows = await world.rows<Frozen>(frozen)
  return rows.flatMap((row) => {
    const expected = expectedShares(row)
    const owners = new Set([...expected.keys(), ...Object.keys(row.shares)])
    return [...owners]
      .filter((owner) => (expected.get(owner) ?? 0n) !== BigInt(row.shares[owner] ?? '0'))
      .map((owner) => ({
        check: 'shares',
        subject: row.id,
        detail: `${owner} has ${row.shares[owner] ?? '0'} of ${row.gross}, not ${expected.get(owner) ?? 0n}`,
      }))
  })
}
