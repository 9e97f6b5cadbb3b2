import { X } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../../kernel/i18n.tsx'
import { useCan } from '../../kernel/permissions.ts'
import { Button } from '../button.tsx'
import { dialogPart } from '../dialog.tsx'
import type { BulkAction } from './bulk-action.ts'
import type { Column } from './list-column.tsx'
import type { ListState } from './use-list.ts'
import type { Selection } from './use-selection.ts'

const BulkDialog = dialogPart(async () => (await import('./bulk-dialog.tsx')).BulkDialog)

/** The actions of a list that the reader may take. */
export const useBulkActions = (actions: readonly BulkAction[]): readonly BulkAction[] => {
  const can = useCan()
  return actions.filter(({ tag }) => can(tag) === true)
}

type BulkBarProps = {
  readonly actions: readonly BulkAction[]
  readonly selection: Selection
  readonly state: ListState
  readonly columns: readonly Column[]
}

/** How many rows are selected, and what can be done with them: at the bottom of the window while rows are selected. */
export const BulkBar = ({ actions, selection, ...props }: BulkBarProps) => {
  const ui = useText('lists')
  const [action, setAction] = useState<BulkAction | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  const count = selection.rows.size
  return (
    <>
      {(count > 0 || selection.isSelecting) && (
        <section
          aria-label={ui('bulk.label')}
          className="sticky bottom-20 z-10 flex flex-wrap items-center gap-2 rounded-xl border border-line bg-surface p-3 shadow-raise md:bottom-4"
        >
          <p role="status" className="num grow pl-1 text-base max-md:-order-2">
            {ui('bulk.selected', { count })}
          </p>
          {count > 0 &&
            actions.map((each) => (
              <Button
                key={each.name}
                size="small"
                icon={each.icon}
                variant={each.isDangerous ? 'danger' : 'outline'}
                onClick={() => {
                  setAction(each)
                  setIsOpen(true)
                }}
              >
                {each.button}
              </Button>
            ))}
          {/* On a phone it ends the line of the number, above the actions. */}
          <span className="max-md:-order-1">
            <Button size="small" variant="ghost" icon={X} iconOnly onClick={selection.clear}>
              {ui('bulk.clear')}
            </Button>
          </span>
          <span aria-hidden className="-order-1 basis-full md:hidden" />
        </section>
      )}
      <BulkDialog
        {...props}
        open={isOpen}
        onClose={() => setIsOpen(false)}
        action={action}
        actions={actions}
        selection={selection}
      />
    </>
  )
}
