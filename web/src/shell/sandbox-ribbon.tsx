import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { isSandbox, useConfig } from '../kernel/branding.ts'
import { useText } from '../kernel/i18n.tsx'
import { part } from '../kernel/deferred.tsx'
import { cx } from '../ui/cx.ts'

const Elsewhere = ({ href, children }: { href: string; children: string }) => (
  <a
    href={href}
    target="_blank"
    rel="noreferrer"
    // Hidden where large letters leave no room; the controls have the same links.
    className="inline-flex h-11 min-w-11 shrink-0 items-center justify-center font-medium underline underline-offset-2 max-[18rem]:hidden"
  >
    {children}
  </a>
)

const SandboxDrawer = part(() => import('../sandbox/sandbox-drawer.tsx'), 'SandboxDrawer')

/** Opens the controls; their code loads at the first press. */
const Controls = () => {
  const t = useText('shell')
  const [isOpen, setOpen] = useState(false)
  const [wasOpen, setWasOpen] = useState(false)
  const open = () => {
    setOpen(true)
    setWasOpen(true)
  }
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={open}
        className="inline-flex h-11 min-w-11 shrink-0 items-center justify-center gap-1.5 font-medium underline underline-offset-2"
      >
        <SlidersHorizontal aria-hidden size={14} className="max-xs:hidden" />
        {t('sandbox.controls')}
      </button>
      {wasOpen && <SandboxDrawer isOpen={isOpen} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Says on localhost and QA that nothing is real, and leads to the mailbox, the test shop and the controls. */
export const SandboxRibbon = () => {
  const t = useText('shell')
  const config = useConfig()
  if (config === null || !isSandbox(config)) return null
  return (
    <aside
      aria-label={t('sandbox.name')}
      className={cx(
        'z-30 flex h-8 items-center justify-center gap-3 bg-info-soft px-5 text-sm max-xs:gap-2 max-xs:px-2',
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
      <Controls />
    </aside>
  )
}
