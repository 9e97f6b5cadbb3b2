import { useText } from '../../kernel/i18n.tsx'
import { Dialog } from '../dialog.tsx'
import { KvRow, KvRows } from '../kv-rows.tsx'
import { Checkbox } from '../toggles.tsx'
import { useDensity } from './use-density.ts'

type KeysDialogProps = {
  readonly open: boolean
  readonly onClose: () => void
  readonly hasSelection: boolean
  readonly hasFile: boolean
}

/** The keys of a list, and the height of its rows. */
export const KeysDialog = ({ open, onClose, hasSelection, hasFile }: KeysDialogProps) => {
  const t = useText('lists')
  const [isCompact, setCompact] = useDensity()
  const keys = [
    ['J', t('keys.next')],
    ['K', t('keys.previous')],
    ['Enter', t('keys.open')],
    ['Esc', t('keys.close')],
    ...(hasSelection ? [['X', t('keys.select')] as const] : []),
    ...(hasFile ? [['E', t('exportCsv')] as const] : []),
    ['?', t('keys.help')],
  ] as const
  return (
    <Dialog open={open} onClose={onClose} size="small" title={t('keys.title')}>
      <KvRows>
        {keys.map(([key, effect]) => (
          <KvRow key={key} name={effect}>
            <kbd className="num rounded-sm border border-line px-1.5 text-sm">{key}</kbd>
          </KvRow>
        ))}
      </KvRows>
      <div className="pt-4">
        <Checkbox checked={isCompact} onChange={(event) => setCompact(event.target.checked)}>
          {t('keys.compact')}
        </Checkbox>
      </div>
    </Dialog>
  )
}
