import { Columns3 } from 'lucide-react'
import { useState } from 'react'
import { useIsDesktop } from '../../kernel/breakpoint.ts'
import { useText } from '../../kernel/i18n.tsx'
import { Button } from '../button.tsx'
import { dialogPart } from '../dialog.tsx'
import type { ChosenColumns } from './use-columns.ts'
import type { ListState } from './use-list.ts'

const ColumnsDialog = dialogPart(async () => (await import('./columns-dialog.tsx')).ColumnsDialog)

type ColumnsButtonProps = {
  readonly columns: ChosenColumns
  readonly state: Pick<ListState, 'query' | 'sort'>
}

/** Opens the choice of columns, on a desktop: the cards of a phone have their own form. */
export const ColumnsButton = (props: ColumnsButtonProps) => {
  const t = useText('listPage')
  const isDesktop = useIsDesktop()
  const [isOpen, setIsOpen] = useState(false)
  if (!isDesktop) return null
  return (
    <>
      <Button variant="ghost" size="small" icon={Columns3} onClick={() => setIsOpen(true)}>
        {t('columns.title')}
      </Button>
      <ColumnsDialog {...props} open={isOpen} onClose={() => setIsOpen(false)} />
    </>
  )
}
