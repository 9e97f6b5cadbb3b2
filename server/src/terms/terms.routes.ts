import { getTerms } from '@cardamom/contract/terms'
import { accepted } from '../kernel/answer.ts'
import type { Kernel } from '../kernel/module.ts'
import { readTermsEdition, readTermsTexts } from './terms.sql.ts'

/** The terms and the privacy notice, which anybody may read. */
export const termsModule = ({ mount }: Kernel): void => {
  mount(getTerms, async ({ sql, now, lang }) => {
    const { version, from } = await readTermsEdition(sql, now)
    const { terms, privacy } = await readTermsTexts(sql, { version, lang })
    return accepted({ version, from, terms, privacy })
  })
}
