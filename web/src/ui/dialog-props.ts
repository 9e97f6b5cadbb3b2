import type { ReactNode } from 'react'

export type DialogProps = {
  open: boolean
  /**
   * Called by Escape, the cross, `cancel` or a press outside; not while `busy`. A question comes first
   * when typed input would be lost.
   */
  onClose: () => void
  /** Verb, amount and recipient: "Transfer $5,000.00 to Andes". */
  title: ReactNode
  /** One sentence under the title. */
  lead?: ReactNode
  /** Left side of the footer: what confirms the action, or what happens next. */
  footNote?: ReactNode
  /** Label of the button that closes the dialog; it comes before the actions. */
  cancel?: ReactNode
  /** Right side of the footer: buttons, primary last. */
  actions?: ReactNode
  /** `small` 440 for a question, `form` 680, `large` 860 (with a stepper at its left). */
  size?: 'small' | 'form' | 'large'
  busy?: boolean
  children?: ReactNode
}

export type DrawerProps = {
  open: boolean
  onClose: () => void
  title: ReactNode
  /** Shown next to the cross: "1 of 214", up and down, full page. */
  tools?: ReactNode
  actions?: ReactNode
  children: ReactNode
}
