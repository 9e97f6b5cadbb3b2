import { useText } from '../../kernel/i18n.tsx'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import { Checkbox } from '../toggles.tsx'
import type { Column } from './list-column.tsx'
import type { ChosenColumns } from './use-columns.ts'
import type { ListState } from './use-list.ts'

type ColumnsDialogProps = {
  readonly open: boolean
  readonly onClose: () => void
  readonly columns: ChosenColumns
  readonly state: Pick<ListState, 'query' | 'sort'>
}

/** What a hidden column still does to the rows. Its filter also stays among the filters of the page. */
const useEffectText = ({ query, sort }: ColumnsDialogProps['state']) => {
  const t = useText('listPage')
  return ({ name, sort: own }: Column): string | null => {
    if (query[name] !== undefined) return t('columns.filters')
    return own !== undefined && sort.replace('-', '') === own ? t('columns.orders') : null
  }
}

/** Chooses the columns of a table. Each choice is in the address at once. */
export const ColumnsDialog = ({ open, onClose, columns, state }: ColumnsDialogProps) => {
  const t = useText('listPage')
  const effectOf = useEffectText(state)
  const { all, shown, text, toggle, reset } = columns
  return (
    <Dialog open={open} onClose={onClose} size="small" title={t('columns.title')} lead={t('columns.lead')}>
      <div role="group" aria-label={t('columns.title')}>
        {all.map((column, at) => {
          const isShown = shown.includes(column)
          const effect = isShown ? null : effectOf(column)
          return (
            <Checkbox
              key={column.name}
              checked={isShown}
              disabled={at === 0}
              onChange={() => toggle(column.name)}
            >
              {column.label}
              {effect !== null && <span className="block text-sm text-mute">{effect}</span>}
            </Checkbox>
          )
        })}
      </div>
      <div className="flex flex-col-reverse gap-2 pt-5 md:flex-row md:justify-end">
        <Button onClick={reset} disabled={text === undefined}>
          {t('columns.reset')}
        </Button>
        <Button variant="primary" onClick={onClose}>
          {t('columns.close')}
        </Button>
      </div>
    </Dialog>
  )
}
