import type { ListEndpoint } from '@cardamom/contract/list'
import { Download } from 'lucide-react'
import { useIsWide } from '../../kernel/breakpoint.ts'
import { useText } from '../../kernel/i18n.tsx'
import { Button } from '../button.tsx'
import { hasCsv, useCsv, useMayHaveCsv } from './use-csv.ts'

type Exported<L extends ListEndpoint> = {
  readonly list: L
  readonly query: object
  /** Rows of the filter. No rows, or rows that are not read yet, have no file. */
  readonly count: number
}

const ExportButton = ({ list, query }: Omit<Exported<Parameters<typeof useCsv>[0]>, 'count'>) => {
  const t = useText('lists')
  const isWide = useIsWide()
  const csv = useCsv(list)
  if (!useMayHaveCsv(list)) return null
  return (
    <Button
      variant="ghost"
      icon={Download}
      iconOnly={!isWide}
      busy={csv.isBusy}
      onClick={() => csv.save(query)}
    >
      {t('exportCsv')}
    </Button>
  )
}

/**
 * Button that saves a list's rows as CSV; only where the list declares it and the person has the permission.
 */
export const ExportCsv = ({ list, query, count }: Exported<ListEndpoint>) =>
  count > 0 && hasCsv(list) ? <ExportButton list={list} query={query} /> : null
