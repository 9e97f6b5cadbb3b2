import type { Gauge } from '../kernel/metrics.ts'
import { dayOf } from '../kernel/report-days.ts'
import { after } from '../kernel/clock.ts'
import { readSetting } from '../settings/settings.sql.ts'
import { readFloat } from './float.sql.ts'
import { listSamples } from './master-balance.sql.ts'
import type { Queries } from '../kernel/queries.ts'

const weekMs = 7 * 86_400_000

/** Whether the float is below the threshold of the settings: as the issuer last said it, else as the book has it. */
const isFloatBelow = async (sql: Queries, now: Date): Promise<boolean> => {
  const last = (await listSamples(sql, dayOf(after(now, -weekMs)))).at(-1)
  const floatCents = last?.floatCents ?? (await readFloat(sql)).unallocatedCents
  return floatCents < (await readSetting(sql, 'masterBalanceThreshold'))
}

/** The alarm of the master account for operations. */
export const masterBalanceGauges: readonly Gauge[] = [
  {
    name: 'master_balance_low',
    help: '1 while the float at the card issuer is below the threshold of the settings',
    read: async (sql, { now }) => ((await isFloatBelow(sql, now)) ? 1 : 0),
  },
]
