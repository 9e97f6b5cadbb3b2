import { getTerms } from '@cardamom/contract/terms'
import { getTermsVersion, listTermsVersions, publishTerms } from '@cardamom/contract/terms/terms-versions'
import { todayIn } from '@cardamom/contract/dates'
import { accepted, refused } from '../kernel/answer.ts'
import type { Kernel } from '../kernel/module.ts'
import { mountList } from '../kernel/mount-list.ts'
import { addDays, dayOf } from '../kernel/report-days.ts'
import { textOf, type StepUpDescribers } from '../kernel/step-up-facts.ts'
import { mountDueTerms } from './due-terms.routes.ts'
import { createAcceptancesList, type TermsNeeds } from './terms-acceptances.list.ts'
import { countAcceptances, insertEdition, readEditions } from './terms-versions.sql.ts'
import { readTermsEdition, readTermsTexts } from './terms.sql.ts'

/** How far ahead a version can be published. */
const mostDaysAhead = 366

const stepUps = {
  'POST /terms/versions': ({ input }) => Promise.resolve({ validFrom: textOf(input['from']) }),
  'POST /terms/acceptances/export': () => Promise.resolve({}),
} satisfies Partial<StepUpDescribers>

/** The terms and the privacy notice, which anybody may read, and their versions for administrators. */
export const termsModule = (kernel: Kernel, needs: TermsNeeds) => {
  const { mount } = kernel
  mount(getTerms, async ({ sql, now, lang }) => {
    const { version, from } = await readTermsEdition(sql, now)
    const { terms, privacy } = await readTermsTexts(sql, { version, lang })
    return accepted({ version, from, terms, privacy })
  })
  mountVersions(kernel, needs)
  mountDueTerms(kernel)
  mountList(kernel, createAcceptancesList(needs))
  return { stepUps }
}

const mountVersions = ({ mount }: Pick<Kernel, 'mount'>, { readNames }: TermsNeeds): void => {
  mount(listTermsVersions, async ({ sql, now }) => {
    const editions = await readEditions(sql)
    const current = (await readTermsEdition(sql, now)).version
    const names = await readNames(
      sql,
      editions.flatMap(({ publishedBy }) => publishedBy ?? []),
    )
    const items = []
    for (const { version, from, effectiveAt, publishedAt, publishedBy } of editions) {
      const reached = version === current ? ('current' as const) : ('past' as const)
      items.push({
        version,
        from,
        state: effectiveAt > now ? ('upcoming' as const) : reached,
        publishedAt,
        publishedByName: publishedBy === null ? null : (names.get(publishedBy) ?? null),
        accepted: await countAcceptances(sql, version),
      })
    }
    return accepted({ items })
  })

  mount(getTermsVersion, async ({ sql, params: { version } }) => {
    const editions = await readEditions(sql)
    if (!editions.some((edition) => edition.version === version)) return refused('record_not_found')
    const en = await readTermsTexts(sql, { version, lang: 'en' })
    const es = await readTermsTexts(sql, { version, lang: 'es' })
    return accepted({ version, en, es })
  })

  mount(publishTerms, async ({ me, sql, now, input, recordChange }) => {
    const { basedOn, from, en, es } = input
    const [newest] = await readEditions(sql)
    if (newest?.version !== basedOn) return refused('record_changed')
    // Nobody is bound by a text of the past: the day begins in UTC, after now and after the newest version's.
    if (from <= todayIn('UTC', now) || from <= newest.from) {
      return refused('validation', { data: { errors: { from: ['terms_day_past'] } } })
    }
    // A version is never removed, so a wrong year would let no other version begin for as long.
    if (from > addDays(dayOf(now), mostDaysAhead)) {
      return refused('validation', { data: { errors: { from: ['terms_day_late'] } } })
    }
    const version = basedOn + 1
    const effectiveAt = new Date(`${from}T00:00:00Z`)
    const edition = { version, effectiveAt, publishedAt: now, publishedBy: me.userId, texts: { en, es } }
    if (!(await insertEdition(sql, edition))) return refused('record_changed')
    const after = { version, validFrom: from }
    recordChange({ entity: 'terms', entityId: String(version), companyId: null, before: null, after })
    return accepted({ version })
  })
}
