import { sql as fragment, type SqlBool } from 'kysely'
import { findCardIds } from '../cards/cards.sql.ts'
import { findCompanyIds } from '../companies/companies.sql.ts'
import { findPersonIds } from '../identity/people.sql.ts'
import { idEndsOf, isInRange } from '../kernel/code-search.ts'
import type { FileReader } from '../kernel/list-source.ts'

/**
 * Transfers with this reference or its beginning, of companies and people whose name has the phrase, or to cards with these last digits. If
 * very many people have it, those of companies and cards are found alone.
 */
export const transfersNamed = async (typed: string, { sql, me }: FileReader) => {
  const phrase = typed.trim()
  const companyIds = me.scope.kind === 'own' ? [] : await findCompanyIds(sql, phrase, me.scope)
  const personIds = (await findPersonIds(sql, phrase)) ?? []
  const cardIds = await findCardIds(sql, phrase)
  const senders = [...companyIds, ...personIds]
  const receivers = [...senders, ...cardIds]
  const where = fragment<SqlBool>`wallet_transfer.id in (
    select t.id from wallet_transfer t where ${isInRange('t.refEnd', idEndsOf('T', phrase))}
    union all select t.id from wallet_transfer t where t.from_owner_id = any(${senders}::uuid[])
    union all select t.id from wallet_transfer t where t.to_owner_id = any(${receivers}::uuid[])
    union all select t.id from wallet_transfer t
      where t.kind = 'card_load' and t.card_holder_id = any(${personIds}::uuid[]))`
  return { where, count: null }
}
