import { useId, useState, type ReactNode } from 'react'
import { useSettled } from '../kernel/query.ts'
import { Button } from './button.tsx'
import { FieldError } from './field.tsx'
import { TextField } from './text-field.tsx'

const stillMs = 300
const shortest = 3

/** What a search found: nothing yet, the records, or the sentence that says why there are none. */
type SearchAnswer<Item> = { readonly items: readonly Item[] | undefined; readonly failed: string | null }

type Search<Item> = {
  /** The hook that searches; `q` has at least three characters. */
  readonly useFound: (q: string) => SearchAnswer<Item>
  readonly nothing: string
  /** One result, inside of its button. */
  readonly result: (item: Item) => ReactNode
  readonly choose: (item: Item) => void
}

const Results = <Item extends { readonly id: string }>({
  q,
  useFound,
  nothing,
  result,
  choose,
}: Search<Item> & { readonly q: string }) => {
  const { items, failed } = useFound(q)
  const shown = failed === null ? (items ?? []) : []
  return (
    <>
      <p role="status" className="pt-1.5 text-base text-mute empty:hidden md:text-sm">
        {failed ?? (items?.length === 0 ? nothing : null)}
      </p>
      {shown.length > 0 && (
        <ul className="mt-2 max-h-80 overflow-y-auto rounded-xl border border-line *:not-last:border-b *:not-last:border-line2">
          {shown.map((item) => (
            <li key={item.id}>
              <button
                type="button"
                onClick={() => choose(item)}
                className="flex min-h-14 w-full flex-col gap-1 px-4 py-2.5 text-left -outline-offset-2 hover:bg-fill md:text-base"
              >
                {result(item)}
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** Chooses one of many records: a search, what it finds, and the chosen one with a button that changes it. */
export const RecordField = <Item extends { readonly id: string }>({
  label,
  texts,
  chosen,
  error,
  choose,
  fieldRef,
  ...search
}: Omit<Search<Item>, 'nothing' | 'choose'> & {
  readonly label: string
  readonly texts: {
    readonly search: string
    readonly hint: string
    /** The search found no record. */
    readonly nothing: string
    readonly change: string
  }
  /** The chosen record as it is shown, or null. */
  readonly chosen: ReactNode
  readonly error: string | null
  readonly choose: (item: Item | null) => void
  /** The search's input, for a form that moves the focus to what is missing. */
  readonly fieldRef?: ((element: HTMLInputElement | null) => void) | undefined
}) => {
  const id = useId()
  const [typed, setTyped] = useState('')
  const q = useSettled(typed.trim(), stillMs)
  if (chosen !== null)
    return (
      <div role="group" aria-labelledby={id}>
        <p id={id} className="pb-1.5 text-base font-medium md:text-sm">
          {label}
        </p>
        <div className="flex items-center justify-between gap-3 rounded-xl border border-line px-4 py-2.5 max-2xs:flex-col max-2xs:items-start">
          <div className="min-w-0">{chosen}</div>
          <Button size="small" onClick={() => choose(null)}>
            {texts.change}
          </Button>
        </div>
        {error !== null && <FieldError>{error}</FieldError>}
      </div>
    )
  return (
    <div>
      <TextField
        ref={fieldRef}
        label={label}
        type="search"
        placeholder={texts.search}
        hint={texts.hint}
        error={error ?? undefined}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={100}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      {q.length >= shortest && (
        <Results
          {...search}
          q={q}
          nothing={texts.nothing}
          choose={(item) => {
            setTyped('')
            choose(item)
          }}
        />
      )}
    </div>
  )
}
