import { useText } from '../kernel/i18n.tsx'
import { deferred } from '../kernel/deferred.tsx'
import { Dialog } from '../ui/dialog.tsx'
import type { ActivityQuery } from './activity-filter.ts'

/** Loads together with the dialog's own code, so that both appear at once. */
const FilesForm = deferred(() => import('./files-form.tsx'), 'FilesForm')

/** Downloads the rows: as a statement to print, or exactly this list as CSV. */
export const FilesDialog = ({
  query,
  open,
  onClose,
}: {
  query: ActivityQuery
  open: boolean
  onClose: () => void
}) => {
  const t = useText('transactions')
  return (
    <Dialog open={open} onClose={onClose} size="small" title={t('files.title')}>
      {open && <FilesForm query={query} onClose={onClose} />}
    </Dialog>
  )
}
