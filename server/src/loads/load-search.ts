import { sql as fragment, type SqlBool } from 'kysely'
import { findPersonIds, ownerContains } from '../identity/people.sql.ts'
import type { FileReader } from '../kernel/list-source.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const nothing = '00000000-0000-0000-0000-000000000000'

/** Loads with this id or reference, or paid by a transaction with this hash. Each has an index. */
const withCode = (phrase: string) => {
  const small = phrase.toLowerCase()
  const id = uuid.test(small) ? small : nothing
  return fragment`select l.id from load l where l.id = ${id}
    union all select l.id from load l where l.ref = ${phrase.toUpperCase()}
    union all select t.load_id from chain_transfer t where t.tx_hash = ${small}`
}

/**
 * Loads with a code that is compared as a whole, or of people whose name, e-mail or username contain the phrase. If very many
 * people do, each load is compared in the order of the list.
 */
export const loadsNamed = async (typed: string, { sql }: FileReader) => {
  const phrase = typed.trim()
  const codes = withCode(phrase)
  const people = await findPersonIds(sql, phrase)
  const where =
    people === null
      ? fragment<SqlBool>`(load.id in (${codes}) or ${ownerContains('load.userId', phrase)})`
      : fragment<SqlBool>`load.id in (${codes}
          union all select l.id from load l where l.user_id = any(${people}::uuid[]))`
  return { where, count: null }
}
