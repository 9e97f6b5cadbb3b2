import { isSandbox, useConfig } from '../kernel/face.ts'
import { useText } from '../kernel/i18n.tsx'
import { cx } from '../ui/cx.ts'

const Elsewhere = ({ href, children }: { href: string; children: string }) => (
  <a
    href={href}
    target="_blank"
    rel="noreferrer"
    className="inline-flex h-11 min-w-11 items-center justify-center font-medium underline underline-offset-2"
  >
    {children}
  </a>
)

/** Says on localhost and QA that nothing is real, and leads to the mailbox and the test shop. */
export const SandboxRibbon = () => {
  const t = useText('shell')
  const config = useConfig()
  if (config === null || !isSandbox(config)) return null
  return (
    <aside
      aria-label={t('sandbox.name')}
      className={cx(
        'z-30 flex h-8 items-center justify-center gap-3 bg-info-soft px-5 text-sm',
        'whitespace-nowrap text-info md:sticky md:top-0',
      )}
    >
      <span className="flex items-center gap-1.5 font-semibold">
        <span aria-hidden className="size-1.75 rounded-full bg-current" />
        {t('sandbox.name')}
      </span>
      <span className="hidden sm:inline">{t('sandbox.notice')}</span>
      {config.mailboxUrl && <Elsewhere href={config.mailboxUrl}>{t('sandbox.mailbox')}</Elsewhere>}
      {config.shopUrl && <Elsewhere href={config.shopUrl}>{t('sandbox.shop')}</Elsewhere>}
    </aside>
  )
}
