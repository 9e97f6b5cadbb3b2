import { useCallback } from 'react'
import { useText } from '../../kernel/i18n.tsx'
import { SearchBox } from '../search-box.tsx'

type SearchState = {
  readonly query: Readonly<Record<string, string>>
  readonly change: (changes: { readonly q: string | undefined }) => void
}

/** The search of a list that is no table. `label` says what is found. */
export const ListSearch = ({ state: { query, change }, label }: { state: SearchState; label: string }) => {
  const ui = useText('lists')
  const onSearch = useCallback((q: string) => change({ q: q === '' ? undefined : q }), [change])
  return (
    <div className="md:w-80">
      <SearchBox
        texts={{ label, short: ui('short'), close: ui('clearSearch') }}
        value={query['q'] ?? ''}
        onSearch={onSearch}
      />
    </div>
  )
}
