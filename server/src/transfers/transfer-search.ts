import { sql as fragment, type SqlBool } from 'kysely'
import { findCardIds } from '../cards/cards.sql.ts'
import { findCompanyIds } from '../companies/companies.sql.ts'
import { findPersonIds } from '../identity/people.sql.ts'
import { plainText } from '../identity/staff.sql.ts'
import { idEndsOf, isInRange } from '../kernel/code-search.ts'
import type { FileReader } from '../kernel/list-source.ts'

/** Texts that begin like this, whatever their capitals and accents. */
const beginningsOf = (phrase: string) => {
  const from = plainText(phrase)
  return { from, to: `${from}\u{10FFFF}` }
}

/** Transfers whose short id or whose reference begins like this. */
const idsStartingWith = (phrase: string) => fragment`
    select t.id from wallet_transfer t where ${isInRange('t.refEnd', idEndsOf('T', phrase))}
    union all select t.id from wallet_transfer t where ${isInRange('t.referenceFolded', beginningsOf(phrase))}`

/**
 * Transfers of one's own wallets: `from` of the list leaves those of others out. The other side is a company whose name is in
 * no index that a person may read.
 */
export const ownTransfersNamed = (typed: string) =>
  Promise.resolve({
    where: fragment<SqlBool>`wallet_transfer.id in (${idsStartingWith(typed.trim())})`,
    count: null,
  })

/**
 * Transfers whose short id or reference begins like this, of companies and people whose name has the phrase, or to cards with these last digits. If
 * very many people have it, those of companies and cards are found alone.
 */
export const transfersNamed = async (typed: string, { sql, me }: FileReader) => {
  const phrase = typed.trim()
  const companyIds = me.scope.kind === 'own' ? [] : await findCompanyIds(sql, phrase, me.scope)
  const personIds = (await findPersonIds(sql, phrase)) ?? []
  const cardIds = await findCardIds(sql, phrase)
  const senders = [...companyIds, ...personIds]
  const receivers = [...senders, ...cardIds]
  const where = fragment<SqlBool>`wallet_transfer.id in (${idsStartingWith(phrase)}
    union all select t.id from wallet_transfer t where t.from_owner_id = any(${senders}::uuid[])
    union all select t.id from wallet_transfer t where t.to_owner_id = any(${receivers}::uuid[])
    union all select t.id from wallet_transfer t
      where t.kind = 'card_load' and t.card_holder_id = any(${personIds}::uuid[]))`
  return { where, count: null }
}
