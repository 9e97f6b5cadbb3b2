import { useState } from 'react'
import { part } from '../kernel/late.tsx'
import type { DialogProps, DrawerProps } from './dialog-props.ts'

const Body = part(() => import('./dialog-body.tsx'), 'DialogBody')

/**
 * A decision over the page: from below on a phone, in the middle on a desktop. Its code comes when first
 * opened.
 */
export const Dialog = (props: DialogProps) => {
  const [wasOpen, setWasOpen] = useState(props.open)
  if (props.open && !wasOpen) setWasOpen(true)
  if (!wasOpen) return null
  return <Body {...props} />
}

const DrawerPanel = part<DrawerProps, 'DrawerBody'>(() => import('./dialog-body.tsx'), 'DrawerBody')

/** Details at the right edge, 400 wide; the whole screen on a phone. */
export const Drawer = (props: DrawerProps) => {
  const [wasOpen, setWasOpen] = useState(props.open)
  if (props.open && !wasOpen) setWasOpen(true)
  if (!wasOpen) return null
  return <DrawerPanel {...props} />
}
