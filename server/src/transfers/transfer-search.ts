import { sql as fragment, type SqlBool } from 'kysely'
import { findCardIds } from '../cards/cards.sql.ts'
import { findCompanyIds } from '../companies/companies.sql.ts'
import { findPersonIds } from '../identity/people.sql.ts'
import { crockford } from '../kernel/ids.ts'
import type { FileReader } from '../kernel/list-source.ts'

const hexDigits = 10

/** The end of the id that a reference is made of; null: the text is no reference of a transfer. */
export const idEndOf = (typed: string): string | null => {
  const text = typed.trim().toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  if (!/^T-[\dA-HJKMNP-TV-Z]{8}$/.test(text)) return null
  const bits = Array.from(text.slice(2)).reduce(
    (sum, digit) => sum * 32n + BigInt(crockford.indexOf(digit)),
    0n,
  )
  return bits.toString(16).padStart(hexDigits, '0')
}

/**
 * Transfers with this reference, of companies and people whose name has the phrase, or to cards with these last digits. If
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
    select t.id from wallet_transfer t where t.ref_end = ${idEndOf(phrase) ?? ''}
    union all select t.id from wallet_transfer t where t.from_owner_id = any(${senders}::uuid[])
    union all select t.id from wallet_transfer t where t.to_owner_id = any(${receivers}::uuid[])
    union all select t.id from wallet_transfer t
      where t.kind = 'card_load' and t.card_holder_id = any(${personIds}::uuid[]))`
  return { where, count: null }
}
