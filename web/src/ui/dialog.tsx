import { lazy, Suspense, useState, type ReactNode } from 'react'

export type DialogProps = {
  open: boolean
  /** Escape, the cross, or a press outside. Ignored while `busy`. */
  onClose: () => void
  /** Verb, amount, whom: "Transfer $5,000.00 to Andes". */
  title: ReactNode
  /** One sentence under the title. */
  lead?: ReactNode
  /** Left in the foot: what signs, or what follows. */
  footNote?: ReactNode
  /** Right in the foot: buttons, primary last. */
  actions?: ReactNode
  /** `form` 680, `wide` 860 (a stepper at its left), `small` 440 for a question. */
  size?: 'small' | 'form' | 'wide'
  busy?: boolean
  children?: ReactNode
}

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

export type DrawerProps = {
  open: boolean
  onClose: () => void
  title: ReactNode
  /** Beside the cross: "1 of 214", up and down, full page. */
  tools?: ReactNode
  actions?: ReactNode
  children: ReactNode
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
