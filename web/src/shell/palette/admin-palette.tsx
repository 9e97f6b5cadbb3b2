import type { PaletteProps } from './admin-pages.ts'
import { PaletteDialog } from './palette-dialog.tsx'
import { useRecordLines } from './record-lines.ts'

/** The palette of admins: pages, actions, and the records that the reader's tags allow. */
export const AdminPalette = (props: PaletteProps) => <PaletteDialog {...props} useResult={useRecordLines} />
