import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

/** A short question before something is done: what follows from it, and the way back. */
export const ConfirmDialog = ({
  open,
  title,
  confirm,
  back,
  variant = 'danger',
  busy,
  onConfirm,
  onClose,
  children,
}: {
  readonly open: boolean
  readonly title: string
  /** Texts of the two buttons. */
  readonly confirm: string
  readonly back: string
  readonly variant?: 'danger' | 'primary'
  readonly busy: boolean
  readonly onConfirm: () => void
  readonly onClose: () => void
  readonly children: ReactNode
}) => (
  <Dialog
    open={open}
    size="small"
    onClose={onClose}
    busy={busy}
    title={title}
    actions={
      <>
        <Button onClick={onClose}>{back}</Button>
        <Button variant={variant} busy={busy} onClick={onConfirm}>
          {confirm}
        </Button>
      </>
    }
  >
    <p className="text-mute">{children}</p>
  </Dialog>
)
