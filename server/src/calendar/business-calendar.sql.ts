import type { Queries } from '../kernel/queries.ts'
import { readSetting } from '../settings/settings.sql.ts'
import type { BusinessCalendar } from './business-time.ts'

/** The operator's business days: all days except weekends and the holidays in its settings. */
export const readBusinessCalendar = async (sql: Queries): Promise<BusinessCalendar> => ({
  holidays: new Set(await readSetting(sql, 'holidays')),
})
