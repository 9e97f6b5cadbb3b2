import type { ReactNode } from 'react'

export type DialogProps = {
  open: boolean
  /** Escape, the cross, `cancel`, or a press outside. Ignored while `busy`; asked for first where typed input is lost. */
  onClose: () => void
  /** Verb, amount, whom: "Transfer $5,000.00 to Andes". */
  title: ReactNode
  /** One sentence under the title. */
  lead?: ReactNode
  /** Left in the foot: what signs, or what follows. */
  footNote?: ReactNode
  /** Word of the button before the actions that closes the dialog. */
  cancel?: ReactNode
  /** Right in the foot: buttons, primary last. */
  actions?: ReactNode
  /** `form` 680, `wide` 860 (a stepper at its left), `small` 440 for a question. */
  size?: 'small' | 'form' | 'wide'
  busy?: boolean
  children?: ReactNode
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
