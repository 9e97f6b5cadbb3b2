import { useState, type FunctionComponent } from 'react'
import { part } from '../kernel/deferred.tsx'
import type { DialogProps, DrawerProps } from './dialog-props.ts'

/**
 * A dialog whose file is loaded when it is first opened: `dialogPart(async () => (await
 * import('./limits.tsx')).Limits)`.
 */
export const dialogPart = <P extends { readonly open: boolean }>(
  load: () => Promise<FunctionComponent<P>>,
): FunctionComponent<P> => {
  const Body = part(async () => ({ Body: await load() }), 'Body')
  const WhenOpened = (props: P) => {
    const [wasOpen, setWasOpen] = useState(props.open)
    if (props.open && !wasOpen) setWasOpen(true)
    return wasOpen ? <Body {...props} /> : null
  }
  return WhenOpened
}

/** A dialog over the page: at the bottom of a phone's screen, in the middle of a desktop's. */
export const Dialog = dialogPart<DialogProps>(async () => (await import('./dialog-body.tsx')).DialogBody)

/** Details at the right edge, 400 wide; on a phone they cover the whole screen. */
export const Drawer = dialogPart<DrawerProps>(async () => (await import('./dialog-body.tsx')).DrawerBody)
