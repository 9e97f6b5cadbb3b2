import { useText } from '../kernel/i18n.tsx'
import { useOnline } from '../kernel/online.ts'
import { useNewVersion } from '../kernel/version.ts'
import { Button } from '../ui/button.tsx'

const navItem =
  'animate-rise fixed inset-x-4 bottom-24 z-40 mx-auto flex max-w-140 items-center gap-3 rounded-xl ' +
  'border border-line bg-surface py-2.5 pr-2.5 pl-4 shadow-raise md:bottom-6 md:w-fit'

/** Notices about the whole page: no network, or a new version to load (product §4). */
export const Notices = () => {
  const t = useText('shell')
  const isOnline = useOnline()
  const isNew = useNewVersion()
  if (!isOnline) {
    return (
      <div role="status" className={navItem}>
        <span aria-hidden className="size-2 shrink-0 rounded-full bg-warn" />
        <p className="py-2">{t('offline')}</p>
      </div>
    )
  }
  if (!isNew) return null
  return (
    <div role="status" className={navItem}>
      <p className="grow">{t('newVersion.text')}</p>
      <Button variant="soft" size="small" onClick={() => location.reload()}>
        {t('newVersion.refresh')}
      </Button>
    </div>
  )
}
