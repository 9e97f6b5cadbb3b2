import type { LucideIcon } from 'lucide-react'
import type { FunctionComponent } from 'react'
import { store } from '../../kernel/signal.ts'

export type AdminPage = {
  readonly to: string
  readonly icon: LucideIcon
  readonly label: string
  readonly group: string
}

/** The pages in the admin's side bar. The admin layout writes them, so the palette of others loads no admin code. */
export const adminPages = store<readonly AdminPage[]>([])

export type PaletteProps = { readonly isOpen: boolean; readonly onClose: () => void }

/** The palette of admins, which finds records too. The admin layout writes it, for the same reason. */
export const adminPalette = store<FunctionComponent<PaletteProps> | null>(null)
