import { useText } from '../../kernel/i18n.tsx'
import { Button } from '../button.tsx'
import { EmptyState } from '../empty-state.tsx'
import type { AnyListPageProps } from './list-page-props.ts'
import { isSame, queryOfTab, without } from './list-tabs.ts'
import type { ListState, ListText } from './use-list.ts'

type NoRowsProps = Pick<AnyListPageProps, 'icon' | 'tabs'> & { state: ListState; t: ListText }

/** Why there are no rows: none at all, none in this tab, or none that match the filters. */
export const NoRows = ({ state, t, icon, tabs = [] }: NoRowsProps) => {
  const ui = useText('lists')
  const filters = without(state.query, ['sort'])
  const own = tabs.find(({ tab }) => isSame(queryOfTab(state.list, { tab }), filters))?.empty
  if (own)
    return (
      <EmptyState icon={icon} title={own.title} titleAs="h2">
        {own.body}
      </EmptyState>
    )
  if (!state.isNarrowed)
    return (
      <EmptyState icon={icon} title={t('empty.title')} titleAs="h2">
        {t('empty.body')}
      </EmptyState>
    )
  return (
    <EmptyState
      icon={icon}
      title={ui('filteredTitle')}
      titleAs="h2"
      action={<Button onClick={state.clear}>{ui('clear')}</Button>}
    >
      {ui('filteredBody')}
    </EmptyState>
  )
}
