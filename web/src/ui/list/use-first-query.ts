import { useEffect } from 'react'
import { useQueryParams } from '../../kernel/router.tsx'

/** Opens a list with this query when its address has none: what waits for the reader comes first. */
export const useFirstQuery = (query: Readonly<Record<string, string>>): void => {
  const [params, change] = useQueryParams()
  const isPlain = Object.keys(params).length === 0
  useEffect(() => {
    if (isPlain) change(query)
    // oxlint-disable-next-line react/exhaustive-deps -- only when the page opens: the tab of all rows has no parameters
  }, [])
}
