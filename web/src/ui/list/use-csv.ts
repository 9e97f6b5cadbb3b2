import type { CsvEndpoint, ListEndpoint } from '@cardamom/contract/list'
import { useCan } from '../../kernel/permissions.ts'
import { useAction } from '../../kernel/query.ts'
import { saveFile } from '../../kernel/save-file.ts'

type WithCsv = ListEndpoint & { readonly csv: CsvEndpoint }

/** Saves the rows of a filter as CSV, in an order. */
export const useCsv = (
  { csv }: WithCsv,
  onSaved?: () => void,
): { isBusy: boolean; save: (query: object) => void } => {
  const makeAddress = useAction(csv, {
    onDone: (address) => {
      saveFile(address)
      onSaved?.()
    },
  })
  return { isBusy: makeAddress.isPending, save: (query) => makeAddress.mutate({ input: query as never }) }
}

export const hasCsv = (list: ListEndpoint): list is WithCsv => list.csv !== undefined

/** Whether the person may save the rows of a list that they may read. */
export const useMayHaveCsv = ({ csv }: WithCsv): boolean => {
  const can = useCan()
  return csv.alsoTag === undefined || can(csv.alsoTag) === true
}
