import { listLedgerJournals } from '@cardamom/contract/reports/ledger-journals'
import { readNames } from '../identity/users.sql.ts'
import { list } from '../kernel/list.ts'
import {
  findJournalsNamed,
  isOfKinds,
  isOneOf,
  journalRows,
  journalSource,
} from '../ledger/journal-lists.sql.ts'
import { kinds } from '../ledger/kinds.ts'
import { kindOf, type JournalKind } from './ledger-view.ts'

const isPerson = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const mostFound = 1000

/** Journals of the whole ledger. Those who see a part of it find journals in the accounts that they see. */
export const ledgerJournalsList = list(listLedgerJournals, {
  ...journalSource,
  from: journalRows,
  filters: {
    kind: (name: JournalKind) =>
      isOfKinds(kinds.flatMap(({ kind }) => (kindOf(kind) === name ? [kind] : []))),
    actor: 'journalDetail.actor',
  },
  search: async (phrase, { sql }) => {
    const ids = await findJournalsNamed(sql, phrase.trim(), mostFound)
    return { where: isOneOf(ids), count: null }
  },
  items: async (rows, { sql }) => {
    const people = rows.flatMap(({ actor }) => (actor !== null && isPerson.test(actor) ? [actor] : []))
    const names = await readNames(sql, [...new Set(people)])
    return rows.map(({ id, kind, key, reverses, effectiveAt, recordedAt, subjectId, actor, reason }) => ({
      id,
      kind: kindOf(kind),
      isReversal: reverses !== null,
      effectiveAt,
      recordedAt,
      key,
      subjectId,
      actor: actor === null ? null : (names.get(actor) ?? actor),
      reason,
    }))
  },
  csv: {
    texts: 'ledgerJournals',
    columns: ['id', 'effectiveAt', 'recordedAt', 'kind', 'isReversal', 'key', 'subjectId', 'actor', 'reason'],
  },
})
