import { legalTexts } from '@cardamom/contract/terms'
import type { getTermsVersion } from '@cardamom/contract/terms/terms-versions'
import type { WireOf } from '@cardamom/contract/endpoint'
import { useText } from '../kernel/i18n.tsx'
import { Panel } from '../ui/panel.tsx'
import { ChangedLines } from './changed-lines.tsx'
import { compareLines, linesOf } from './terms-text.ts'

type Version = Pick<WireOf<typeof getTermsVersion>, 'en' | 'es'>

/** Both languages of a text next to each other, because they must say the same. */
export const sideBySide = 'grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-[repeat(2,minmax(0,1fr))]'

/** The lines of each text in both languages, with what was added and removed since an earlier version. */
export const TermsChanges = ({ before, after }: { before: Version; after: Version }) => {
  const t = useText('termsVersions')
  return (
    <div className={sideBySide}>
      {legalTexts.flatMap((text) =>
        (['en', 'es'] as const).map((lang) => {
          const textName = t(`text.${text}`)
          const languageName = t(`language.${lang}`)
          return (
            <Panel key={`${lang} ${text}`} title={t('changesOf', { text: textName, language: languageName })}>
              <ChangedLines lines={compareLines(linesOf(before[lang][text]), linesOf(after[lang][text]))} />
            </Panel>
          )
        }),
      )}
    </div>
  )
}
