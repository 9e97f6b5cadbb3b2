import { useEffect, useState, useSyncExternalStore } from 'react'
import { areaOf } from '../../kernel/area.ts'
import { part } from '../../kernel/deferred.tsx'
import { useLocked } from '../../kernel/lock.ts'
import { useSession } from '../../kernel/session.ts'
import { adminPalette } from './admin-pages.ts'
import { isPaletteKey, paletteOpen } from './palette-open.ts'

const OwnBody = part(() => import('./palette-dialog.tsx'), 'PaletteDialog')

/** A dialog that is still fading out after it was closed does not count: keys pressed meanwhile must work. */
const anotherDialog = () =>
  document.querySelector(
    '[role="dialog"]:not([data-closed]), [role="alertdialog"]:not([data-closed]), dialog[open]',
  ) !== null

/**
 * Ctrl-K or ⌘-K on every page of a signed-in person (ux §2). The dialog's code loads when it is first opened.
 */
export const Palette = () => {
  const isOpen = useSyncExternalStore(paletteOpen.listen, paletteOpen.read)
  const isLocked = useLocked()
  const isAdmin = areaOf(useSession().user) === 'admin'
  const ofAdmins = useSyncExternalStore(adminPalette.listen, adminPalette.read)
  const [wasOpen, setWasOpen] = useState(false)
  if (isOpen && !wasOpen) setWasOpen(true)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isPaletteKey(event)) return
      event.preventDefault()
      if (paletteOpen.read()) paletteOpen.write(false)
      else if (!anotherDialog()) paletteOpen.write(true)
    }
    addEventListener('keydown', onKey)
    return () => {
      removeEventListener('keydown', onKey)
      paletteOpen.write(false)
    }
  }, [])
  useEffect(() => {
    if (isLocked) paletteOpen.write(false)
  }, [isLocked])
  if (!wasOpen) return null
  const Body = (isAdmin ? ofAdmins : null) ?? OwnBody
  return <Body isOpen={isOpen} onClose={() => paletteOpen.write(false)} />
}
