import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { useBackHandler } from '../kernel/back.ts'
import { useText } from '../kernel/i18n.tsx'
import { Link } from '../kernel/link.tsx'
import type { Frame } from '../kernel/route-line.ts'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { CompanyBrand } from './company-brand.tsx'
import { Main } from './frame-parts.tsx'
import { LanguageSwitch } from './language-switch.tsx'

const BackArrow = ({ goBack }: { goBack: (() => void) | null }) => {
  const t = useText('ui')
  if (goBack === null) return null
  return (
    <Button variant="ghost" iconOnly icon={ArrowLeft} onClick={goBack}>
      {t('back')}
    </Button>
  )
}

const Header = () => {
  const goBack = useBackHandler()
  return (
    <header
      className={cx(
        'mx-auto grid h-16 w-full max-w-300 items-center px-5 md:px-8',
        goBack === null ? 'grid-cols-[1fr_auto]' : 'grid-cols-[1fr_auto_1fr]',
      )}
    >
      {goBack !== null && (
        <div className="-ml-3">
          <BackArrow goBack={goBack} />
        </div>
      )}
      <div className="flex min-w-0">
        <CompanyBrand />
      </div>
      <div className="-mr-3 flex justify-end">
        <LanguageSwitch />
      </div>
    </header>
  )
}

const Footer = () => {
  const t = useText('shell')
  const navItems = [
    ['/terms', t('nav.terms')],
    ['/privacy', t('nav.privacy')],
    ['/fees', t('nav.fees')],
  ] as const
  return (
    <footer className="flex flex-wrap justify-center gap-x-2 px-5 pt-8 pb-6 text-base text-mute">
      {navItems.map(([to, word]) => (
        <Link
          key={to}
          to={to}
          className={cx('inline-flex h-11 items-center px-2 hover:text-ink hover:underline', 'md:h-8')}
        >
          {word}
        </Link>
      ))}
    </footer>
  )
}

/**
 * The frame of every page of a signed-out person: the company's brand, the language, and the page in one
 * column.
 */
export const SignedOutLayout = ({ frame, children }: { frame: Frame; children: ReactNode }) => {
  const isDocument = frame === 'document'
  return (
    <div className="flex min-h-[calc(100dvh-var(--above))] flex-col">
      <Header />
      <Main
        className={cx(
          'mx-auto w-full grow px-5 pt-2',
          isDocument ? 'max-w-180 md:pt-6' : 'max-w-120 md:flex md:flex-col md:justify-center md:pb-12',
        )}
      >
        <div
          className={cx(
            !isDocument && 'relative md:rounded-2xl md:border md:border-line md:bg-surface md:p-10',
          )}
        >
          {children}
        </div>
      </Main>
      {frame !== 'task' && <Footer />}
    </div>
  )
}
