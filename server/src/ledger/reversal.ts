import type { Queries } from '../kernel/queries.ts'
import type { Journal, JournalDetail, Leg } from '../kernel/plan.ts'
import { postingKind, type KindFinder } from './kinds.ts'
import { JournalRefused } from './posting.ts'

/** The legs of a posted journal, in the order of their accounts. */
const readLegs = async (sql: Queries, journalId: string): Promise<Leg[]> => {
  const rows = await sql
    .selectFrom('posting')
    .innerJoin('account', 'account.id', 'posting.accountId')
    .where('posting.journalId', '=', journalId)
    .select(['code', 'asset', 'ownerId', 'account.companyId', 'amount', 'ref'])
    .orderBy('account.id')
    .orderBy('posting.seq')
    .execute()
  return rows.map(({ code, asset, ownerId, companyId, amount, ref }) => ({
    account: {
      code,
      ...(asset === null ? {} : { asset }),
      ...(ownerId === null ? {} : { ownerId }),
      ...(companyId === null ? {} : { companyId }),
    },
    amount,
    ...(ref === null ? {} : { ref }),
  }))
}

/**
 * Builds the journal that reverses a posted one as a whole, for a plan (money §1); null: no journal has this id. If it
 * was reversed before, the key is known: the poster answers `replayed`, or `idempotency_conflict` for another command.
 * It answers `insufficient_funds` if an account no longer has the money. Throws JournalRefused for a kind that is not
 * reversed as a whole. It is effective no earlier than the reversed journal, so that no balance of a time between them is
 * without the money. Scope: all.
 *
 * @param command who requests the reversal of what
 */
export const readReversal = async (
  sql: Queries,
  of: { journalId: string; command: string; effectiveAt: Date; detail: JournalDetail; findKind?: KindFinder },
): Promise<Journal | null> => {
  const { journalId, command, effectiveAt, detail, findKind = postingKind } = of
  const found = await sql
    .selectFrom('journal')
    .select(['kind', 'idem as key', 'subjectId', 'reverses', 'effectiveAt as since'])
    .where('id', '=', journalId)
    .executeTakeFirst()
  if (!found) return null
  if (!findKind(found.kind)?.reversible || found.reverses !== null)
    throw new JournalRefused(`${found.key} of ${found.kind} is not reversed as a whole`)
  const legs = await readLegs(sql, journalId)
  return {
    kind: found.kind,
    key: `${found.key}:reversed`,
    command,
    effectiveAt: effectiveAt < found.since ? found.since : effectiveAt,
    reverses: journalId,
    detail,
    ...(found.subjectId === null ? {} : { subjectId: found.subjectId }),
    legs: legs.map((leg) => ({ ...leg, amount: -leg.amount })),
  }
}
