import type { ListEndpoint } from '@cardamom/contract/list'
import { Download } from 'lucide-react'
import { useIsWide } from '../../kernel/breakpoint.ts'
import { useText } from '../../kernel/i18n.tsx'
import { Button } from '../button.tsx'
import { hasCsv, useCsv, useMayHaveCsv } from './use-csv.ts'

type Exported<L extends ListEndpoint> = { readonly list: L; readonly query: object }

const ExportButton = ({ list, query }: Exported<Parameters<typeof useCsv>[0]>) => {
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
export const ExportCsv = ({ list, query }: Exported<ListEndpoint>) =>
  hasCsv(list) ? <ExportButton list={list} query={query} /> : null
