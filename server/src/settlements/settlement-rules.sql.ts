import { sql as fragment, type SqlBool } from 'kysely'
import { cardOfLoad, isCreditedLoad } from '../loads/loads.sql.ts'
import { shareSource, type ShareRule } from '../shares/share-settlements.sql.ts'
import { hasOpenBreak } from '../treasury/findings.sql.ts'

const { id, isLoad } = shareSource
const hasBreak = hasOpenBreak(cardOfLoad(id))

/** A share of a load is eligible if its load is credited and no open break touches it (domain §5). */
export const isEligible: ShareRule = fragment<SqlBool>`(not ${isLoad} or (${isCreditedLoad(id)} and not ${hasBreak}))`

/** A share that only waits for the end of a break. */
export const isStopped: ShareRule = fragment<SqlBool>`(${isLoad} and ${isCreditedLoad(id)} and ${hasBreak})`
