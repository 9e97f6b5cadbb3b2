import type { ListEndpoint } from '@cardamom/contract/list'
import { Download } from 'lucide-react'
import { useIsDesktop } from '../../kernel/breakpoint.ts'
import { useText } from '../../kernel/i18n.tsx'
import { Button } from '../button.tsx'
import { useRowKeys } from './use-open-row.ts'
import { hasCsv, useCsv, useMayHaveCsv } from './use-csv.ts'

type ExportProps<L extends ListEndpoint> = {
  readonly list: L
  readonly query: object
  /** Columns of the file; undefined: all that it has. */
  readonly columns?: string | undefined
  /** Rows of the filter. No rows, or rows that are not read yet, have no file. */
  readonly count: number
}

const ExportButton = ({ list, query, columns }: Omit<ExportProps<Parameters<typeof useCsv>[0]>, 'count'>) => {
  const t = useText('lists')
  const isDesktop = useIsDesktop()
  const csv = useCsv(list)
  const mayHave = useMayHaveCsv(list)
  const save = () => csv.save({ ...query, ...(columns === undefined ? {} : { columns }) })
  useRowKeys(mayHave ? { e: save } : {})
  if (!mayHave) return null
  return (
    <Button variant="ghost" icon={Download} iconOnly={!isDesktop} busy={csv.isBusy} onClick={save}>
      {t('exportCsv')}
    </Button>
  )
}

/**
 * Button that saves a list's rows as CSV; only where the list declares it and the person has the permission.
 */
export const ExportCsv = ({ list, count, ...props }: ExportProps<ListEndpoint>) =>
  count > 0 && hasCsv(list) ? <ExportButton list={list} {...props} /> : null
