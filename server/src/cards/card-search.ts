import { sql as fragment, type SqlBool } from 'kysely'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const nothing = '00000000-0000-0000-0000-000000000000'

/**
 * Cards with these last four digits, this reference or id, ours or the issuer's, or of the holder with this client code.
 * All of it is compared as a whole, and each has an index. A full card number is not stored, so it finds nothing.
 */
export const cardsNamed = (typed: string) => {
  const phrase = typed.trim()
  const id = uuid.test(phrase.toLowerCase()) ? phrase.toLowerCase() : nothing
  const capitals = phrase.toUpperCase()
  return fragment<SqlBool>`card.id in (
    select c.id from card c where c.id = ${id}
    union all select c.id from card c where c.last_digits = ${phrase}
    union all select c.id from card c where c.issuer_card_id = ${phrase}
    union all select c.id from card c where c.ref = ${capitals}
    union all select c.id from holder h join card c on c.user_id = h.user_id where h.client_code = ${capitals})`
}
