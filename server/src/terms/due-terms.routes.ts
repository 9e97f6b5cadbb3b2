import { acceptTerms, getDueTerms } from '@cardamom/contract/terms/due-terms'
import { accepted, refused } from '../kernel/answer.ts'
import { announceChange } from '../kernel/change-notices.ts'
import type { Kernel } from '../kernel/module.ts'
import {
  insertAcceptance,
  readAcceptedTerms,
  readRequiredTerms,
  readTermsEdition,
  readTermsTexts,
} from './terms.sql.ts'

/** The terms that a signed-in person has to accept, and their acceptance. Nobody accepts for another person. */
export const mountDueTerms = ({ mount }: Pick<Kernel, 'mount'>): void => {
  mount(getDueTerms, async ({ me, sql, now, lang }) => {
    const required = await readRequiredTerms(sql, now)
    const before = await readAcceptedTerms(sql, me.userId)
    if (required === null || (before ?? 0) >= required) return accepted(null)
    const { version, from } = await readTermsEdition(sql, now)
    const texts = await readTermsTexts(sql, { version, lang })
    const acceptedTexts = before === null ? null : await readTermsTexts(sql, { version: before, lang })
    return accepted({ version, from, texts, accepted: acceptedTexts })
  })

  mount(acceptTerms, async ({ me, sql, now, lang, input: { version }, recordChange }) => {
    const { userId, companyId } = me
    if ((await readTermsEdition(sql, now)).version !== version) return refused('terms_replaced')
    const before = await readAcceptedTerms(sql, userId)
    const isNew = await insertAcceptance(sql, { userId, companyId, version, lang, acceptedAt: now })
    if (!isNew) return accepted({ version })
    announceChange(sql, `user:${userId}`)
    recordChange({
      entity: 'terms',
      entityId: String(version),
      companyId,
      userId,
      before: before === null ? null : { version: before },
      after: { version, lang },
    })
    return accepted({ version })
  })
}
