import { Search, X } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { cx } from './cx.ts'

const waitMs = 300
/** Shortest search text. Shorter texts find too much (api §2). */
export const shortestSearch = 3

type SearchTexts = {
  /** Label: what is searched. */
  readonly label: string
  /** Shown below while the text is too short. */
  readonly short: string
  readonly close: string
}

/** The typed text. It is searched for when typing stops, from the third character on. */
const useTyped = ({ value, onSearch }: { value: string; onSearch: (search: string) => void }) => {
  const [typed, setTyped] = useState(value)
  const sent = useRef(value)
  const search = typed.trim()
  const isShort = search !== '' && search.length < shortestSearch
  useEffect(() => {
    // The box is cleared when the filter was removed elsewhere.
    if (value === sent.current) return
    sent.current = value
    setTyped(value)
  }, [value])
  useEffect(() => {
    const next = isShort ? '' : search
    if (next === sent.current) return
    const timer = setTimeout(() => {
      sent.current = next
      onSearch(next)
    }, waitMs)
    return () => clearTimeout(timer)
  }, [search, isShort, onSearch])
  const empty = () => {
    setTyped('')
    sent.current = ''
    onSearch('')
  }
  return { typed, setTyped, isShort, empty }
}

const Cross = ({ name, onPress }: { name: string; onPress: () => void }) => (
  <button
    type="button"
    onClick={onPress}
    className={cx(
      'inline-flex size-11 shrink-0 items-center justify-center rounded-full text-mute',
      'hover:text-ink md:size-8',
    )}
  >
    <X aria-hidden size={18} className="md:size-4" />
    <span className="sr-only">{name}</span>
  </button>
)

/** Searches while the person types. The address has the search text. */
export const SearchBox = ({
  texts,
  value,
  onSearch,
  onClose,
  focuses = false,
}: {
  texts: SearchTexts
  value: string
  onSearch: (search: string) => void
  onClose?: () => void
  focuses?: boolean
}) => {
  const id = useId()
  const { typed, setTyped, isShort, empty } = useTyped({ value, onSearch })
  const close = () => {
    empty()
    onClose?.()
  }
  return (
    <search>
      <div className="field-box flex h-11.5 items-center md:h-9 md:rounded-full">
        <Search aria-hidden size={18} className="ml-3.5 shrink-0 text-mute md:ml-3 md:size-4" />
        <input
          type="text"
          inputMode="search"
          enterKeyHint="search"
          autoComplete="off"
          spellCheck={false}
          aria-label={texts.label}
          aria-describedby={isShort ? id : undefined}
          placeholder={texts.label}
          autoFocus={focuses}
          maxLength={100}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => event.key === 'Escape' && close()}
          className={cx(
            'h-full min-w-0 grow rounded-[inherit] bg-transparent px-2.5 outline-none',
            'text-ellipsis placeholder:text-mute md:text-base',
          )}
        />
        {(typed !== '' || onClose) && <Cross name={texts.close} onPress={close} />}
      </div>
      <p id={id} role="status" className="pt-1.5 text-base text-mute empty:hidden md:text-sm">
        {isShort ? texts.short : null}
      </p>
    </search>
  )
}
