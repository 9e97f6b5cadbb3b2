import type { OutputOf } from '@cardamom/contract/endpoint'
import type { getJournal, journalSubjects } from '@cardamom/contract/reports/ledger-journals'
import { readNames } from '../identity/users.sql.ts'
import type { Database } from '../kernel/database.ts'
import { publicRef } from '../kernel/ids.ts'
import type { Queries } from '../kernel/queries.ts'
import { wholeInstallation } from '../kernel/scopes.ts'
import {
  readJournal,
  readJournalBlock,
  readJournalLegs,
  type JournalLegRow,
} from '../ledger/journal-view.sql.ts'
import { readTreasuryOperation } from '../treasury/treasury-operations.sql.ts'
import { readLedgerOwners } from './ledger-owners.ts'
import { seesLines, type LedgerReader } from './ledger-shares.ts'
import { kindOf, lineOf, stepOf, type AmountWriter } from './ledger-view.ts'

type View = OutputOf<typeof getJournal>
type SubjectKind = (typeof journalSubjects)[number]

/** The first word of a kind says what its subject is, where it has a page; with the first letter of its reference. */
const subjects: Readonly<Record<string, readonly [SubjectKind, string]>> = {
  load: ['load', 'L'],
  topup: ['topup', 'D'],
  transfer: ['transfer', 'T'],
  wallet_load: ['transfer', 'T'],
  adjustment: ['adjustment', 'A'],
  settlement: ['settlement', 'S'],
  withdrawal: ['withdrawal', 'W'],
}
const treasuryRecord = ['treasury', 'O'] as const

/** Records of the treasury have journals of several kinds, and some of these kinds are also booked without a record. */
const subjectOf = async (sql: Queries, kind: string, id: string | null): Promise<View['subject']> => {
  if (id === null) return null
  const known = subjects[kind.split('.')[0] ?? '']
  const isTreasury = known === undefined && (await readTreasuryOperation(sql, id)) !== null
  const [name, letter] = known ?? (isTreasury ? treasuryRecord : [null, ''])
  return { id, kind: name, ref: name === null ? null : publicRef(letter, id) }
}

const legViews = async (sql: Queries, legs: readonly JournalLegRow[], write: AmountWriter) => {
  const ownerOf = await readLedgerOwners(sql, legs)
  return legs.map((leg) => {
    const owner = ownerOf(leg)
    const amount = leg.amount < 0n ? -leg.amount : leg.amount
    return {
      ...lineOf(leg),
      accountId: leg.accountId,
      posting: String(leg.seq),
      ownerKind: owner.kind,
      ownerName: owner.name,
      amount: write(amount, leg.currency),
      ...stepOf(leg, write),
      ref: leg.ref,
    }
  })
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
const pairsOf = (metadata: unknown): View['metadata'] =>
  typeof metadata === 'object' && metadata !== null
    ? Object.entries(metadata).map(([name, value]) => ({ name, value: textOf(value) }))
    : []

/** A journal adds up to zero in each currency (money §1). */
const isBalanced = (legs: readonly JournalLegRow[]): boolean =>
  [...new Set(legs.map(({ currency }) => currency))].every(
    (each) => legs.reduce((sum, { amount, currency }) => (currency === each ? sum + amount : sum), 0n) === 0n,
  )

type Journal = NonNullable<Awaited<ReturnType<typeof readJournal>>>

/** What only readers of the whole ledger see. */
const wholeFacts = async (sql: Queries, journal: Journal) => {
  const { id, key, actor, reason, metadata } = journal
  const isPerson = actor !== null && /^[0-9a-f-]{36}$/.test(actor)
  const names: ReadonlyMap<string, string> = isPerson
    ? await readNames(sql, [actor])
    : new Map<string, string>()
  const block = await readJournalBlock(sql, id)
  return {
    key,
    actor: actor === null ? null : { id: actor, name: names.get(actor) ?? null },
    reason,
    metadata: pairsOf(metadata),
    block: block && { ...block, height: String(block.height), entry: String(block.entry) },
  }
}
const noFacts = { key: null, actor: null, reason: null, metadata: [], block: null }

/**
 * A journal with the legs that the reader sees; null: there is none, or they see none of its legs. The head of a journal
 * belongs to no company, so it is read for the whole installation once a leg was found.
 */
export const readJournalView = async (
  db: Pick<Database, 'read'>,
  { id, me, write }: { id: string; me: LedgerReader; write: AmountWriter },
): Promise<View | null> => {
  const { scope } = me
  const { rows, legs } = await db.read(scope, async (sql) => {
    const found = (await readJournalLegs(sql, id)).filter((leg) => seesLines(me, leg))
    return { rows: found, legs: await legViews(sql, found, write) }
  })
  if (legs.length === 0) return null
  const isWhole = scope.kind === 'all'
  return db.read(wholeInstallation, async (sql) => {
    const journal = await readJournal(sql, id)
    if (!journal) return null
    return {
      id,
      kind: kindOf(journal.kind),
      effectiveAt: journal.effectiveAt,
      recordedAt: journal.recordedAt,
      subject: await subjectOf(sql, journal.kind, journal.subjectId),
      reverses: journal.reverses,
      reversedBy: journal.reversedBy,
      isWhole,
      isBalanced: isBalanced(rows),
      legs,
      ...(isWhole ? await wholeFacts(sql, journal) : noFacts),
    }
  })
}
