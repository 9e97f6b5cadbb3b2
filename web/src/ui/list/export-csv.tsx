import type { ListEndpoint } from '@cardamom/contract/list'
import { Download } from 'lucide-react'
import { useIsDesktop } from '../../kernel/breakpoint.ts'
import { useText } from '../../kernel/i18n.tsx'
import { Button } from '../button.tsx'
import { hasCsv, useCsv, useMayHaveCsv } from './use-csv.ts'

type ExportProps<L extends ListEndpoint> = {
  readonly list: L
  readonly query: object
  /** Rows of the filter. No rows, or rows that are not read yet, have no file. */
  readonly count: number
}

const ExportButton = ({ list, query }: Omit<ExportProps<Parameters<typeof useCsv>[0]>, 'count'>) => {
  const t = useText('lists')
  const isDesktop = useIsDesktop()
  const csv = useCsv(list)
  if (!useMayHaveCsv(list)) return null
  return (
    <Button
      variant="ghost"
      icon={Download}
      iconOnly={!isDesktop}
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
export const ExportCsv = ({ list, query, count }: ExportProps<ListEndpoint>) =>
  count > 0 && hasCsv(list) ? <ExportButton list={list} query={query} /> : null
