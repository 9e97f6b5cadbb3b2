import { lazy, Suspense, useState } from 'react'
import type { DialogProps, DrawerProps } from './dialog-props.ts'

const Body = lazy(async () => ({ default: (await import('./dialog-body.tsx')).DialogBody }))

/**
 * A decision over the page: from below on a phone, in the middle on a desktop. Its code comes when first
 * opened.
 */
export const Dialog = (props: DialogProps) => {
  const [wasOpen, setWasOpen] = useState(props.open)
  if (props.open && !wasOpen) setWasOpen(true)
  if (!wasOpen) return null
  return (
    <Suspense fallback={null}>
      <Body {...props} />
    </Suspense>
  )
}

const DrawerPanel = lazy(async () => ({ default: (await import('./dialog-body.tsx')).DrawerBody }))

/** Details at the right edge, 400 wide; the whole screen on a phone. */
export const Drawer = (props: DrawerProps) => {
  const [wasOpen, setWasOpen] = useState(props.open)
  if (props.open && !wasOpen) setWasOpen(true)
  if (!wasOpen) return null
  return (
    <Suspense fallback={null}>
      <DrawerPanel {...props} />
    </Suspense>
  )
}
