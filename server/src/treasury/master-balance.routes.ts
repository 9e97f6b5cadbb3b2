import { readMasterBalance, trendDays } from '@cardamom/contract/treasury/master-balance'
import { readBusinessCalendar } from '../calendar/business-calendar.sql.ts'
import { addBusinessHours } from '../calendar/business-time.ts'
import { accepted } from '../kernel/answer.ts'
import type { Kernel } from '../kernel/module.ts'
import { spanOf } from '../kernel/report-days.ts'
import { wholeInstallation } from '../kernel/scopes.ts'
import { readSetting } from '../settings/settings.sql.ts'
import { listDueReleases } from '../loads/load-releases.sql.ts'
import { readFloat } from './float.sql.ts'
import { floatForecast, forecastHours } from './master-balance.ts'
import { listSamples } from './master-balance.sql.ts'

/** The operator's account at the card issuer, for everybody with the tag: it belongs to no company. */
export const mountMasterBalance = ({ mount, db }: Pick<Kernel, 'mount' | 'db'>): void => {
  mount(readMasterBalance, ({ now }) =>
    db.read(wholeInstallation, async (sql) => {
      const calendar = await readBusinessCalendar(sql)
      const until = addBusinessHours(now, forecastHours, calendar)
      const { unallocatedCents: floatCents } = await readFloat(sql)
      const threshold = await readSetting(sql, 'masterBalanceThreshold')
      const samples = await listSamples(sql, spanOf(trendDays, now).from)
      const due = await listDueReleases(sql, { now, until })
      const { bars, shortfall } = floatForecast({ floatCents, due, now, calendar })
      const last = samples.at(-1)
      return accepted({
        asOf: now,
        reading: last ? { available: last.availableCents, float: last.floatCents, at: last.readAt } : null,
        float: floatCents,
        threshold,
        isBelow: (last?.floatCents ?? floatCents) < threshold,
        samples: samples.map(({ day, availableCents, floatCents: cents }) => ({
          day,
          available: availableCents,
          float: cents,
        })),
        releases: bars.map(({ from, to, dueCents, floatAfterCents }) => ({
          from,
          to,
          due: dueCents,
          floatAfter: floatAfterCents,
        })),
        due: bars.reduce((all, { dueCents }) => all + dueCents, 0n),
        shortfall: shortfall ? { amount: shortfall.cents, by: shortfall.by } : null,
      })
    }),
  )
}
