import { getTerms, type LegalPage, type LegalText } from '@cardamom/contract/terms'
import { useDates } from '../kernel/dates.tsx'
import { useText } from '../kernel/i18n.tsx'
import { useCall } from '../kernel/query.ts'
import { TextLink } from '../ui/button.tsx'
import { PageHeader } from '../ui/page.tsx'
import { Page } from '../ui/page-parts.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

const widths = ['w-full', 'w-11/12', 'w-full', 'w-4/5']

const Reading = () => (
  <div className="flex flex-col gap-8 pt-2">
    {[0, 1, 2].map((section) => (
      <div key={section} className="flex flex-col gap-3">
        <Skeleton className="h-5 w-2/5 rounded-sm" />
        {widths.map((width, line) => (
          <Skeleton key={line} className={`h-4 rounded-sm ${width}`} />
        ))}
      </div>
    ))}
  </div>
)

const anchorOf = (at: number) => `section-${at + 1}`

const Contents = ({ sections }: Pick<LegalPage, 'sections'>) => {
  const t = useText('legal')
  return (
    <nav aria-label={t('contents')} className="rounded-xl border border-line bg-surface px-5 py-4">
      <h2 className="pb-1 font-semibold">{t('contents')}</h2>
      <ul className="sm:columns-2 sm:gap-6">
        {sections.map(({ heading }, at) => (
          <li key={heading} className="break-inside-avoid">
            <a
              href={`#${anchorOf(at)}`}
              className="flex min-h-11 items-center py-1 text-brand-text underline-offset-4 hover:underline md:min-h-8"
            >
              {heading}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const Sections = ({ sections }: Pick<LegalPage, 'sections'>) => (
  <div className="flex flex-col gap-8 pt-8 pb-8 text-md leading-[1.75]">
    {sections.map(({ heading, paragraphs }, at) => (
      <section key={heading} id={anchorOf(at)} className="scroll-mt-16">
        <h2 className="pb-2 text-lg font-semibold">{heading}</h2>
        <div className="flex flex-col gap-3">
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
      </section>
    ))}
  </div>
)

/** One of the texts that people accept, in the reader's language and in its present version. */
const Legal = ({ text }: { text: LegalText }) => {
  const t = useText('legal')
  const word = useText('shell')
  const date = useDates()
  const terms = useCall(getTerms, {})
  const edition = terms.data
  return (
    <Page>
      <article>
        <PageHeader
          title={edition?.[text].title ?? word(`nav.${text}`)}
          {...(edition && {
            facts: [
              t('since', { day: date(edition.from, 'full') }),
              t('version', { version: String(edition.version) }),
              ...(text === 'terms'
                ? [
                    <TextLink key="fees" to="/fees">
                      {word('nav.fees')}
                    </TextLink>,
                  ]
                : []),
            ],
          })}
        />
        <Loaded reads={{ terms }} waiting={<Reading />} failed={`${t('failed')}.`}>
          {({ terms: shown }) => (
            <>
              <Contents sections={shown[text].sections} />
              <Sections sections={shown[text].sections} />
            </>
          )}
        </Loaded>
      </article>
    </Page>
  )
}

/** Terms and conditions. */
export const TermsPage = () => <Legal text="terms" />
/** Privacy notice. */
export const PrivacyPage = () => <Legal text="privacy" />
