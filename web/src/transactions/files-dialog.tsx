import { useText } from '../kernel/i18n.tsx'
import { deferred } from '../kernel/deferred.tsx'
import { Dialog } from '../ui/dialog.tsx'
import type { ActivityQuery } from './activity-filter.ts'

/** Waited for with the dialog's own code: both appear at once. */
const FilesForm = deferred(() => import('./files-form.tsx'), 'FilesForm')

/** Takes the rows along: a statement on paper, or exactly this list as CSV. */
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
