import { Search, X } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useText } from '../../kernel/i18n.tsx'
import { shortestSearch } from './activity-filter.ts'
import { cx } from '../../ui/cx.ts'

const waitMs = 300

/** Searches as it is typed, from the third character on. What is searched for stands in the address. */
export const ActivitySearch = ({
  value,
  onSearch,
  onClose,
  focuses = false,
}: {
  value: string
  onSearch: (words: string) => void
  onClose?: () => void
  focuses?: boolean
}) => {
  const t = useText('transactions')
  const id = useId()
  const [typed, setTyped] = useState(value)
  const sent = useRef(value)
  const words = typed.trim()
  const isShort = words !== '' && words.length < shortestSearch
  useEffect(() => {
    // A filter that was cleared elsewhere clears the box.
    if (value !== sent.current) {
      sent.current = value
      setTyped(value)
    }
  }, [value])
  useEffect(() => {
    const next = isShort ? '' : words
    if (next === sent.current) return
    const timer = setTimeout(() => {
      sent.current = next
      onSearch(next)
    }, waitMs)
    return () => clearTimeout(timer)
  }, [words, isShort, onSearch])
  const empty = () => {
    setTyped('')
    sent.current = ''
    onSearch('')
    onClose?.()
  }
  return (
    <search>
      <div className="field-box flex h-11 items-center md:h-8 md:rounded-full">
        <Search aria-hidden size={18} className="ml-3.5 shrink-0 text-mute md:ml-3 md:size-4" />
        <input
          type="text"
          inputMode="search"
          enterKeyHint="search"
          autoComplete="off"
          spellCheck={false}
          aria-label={t('search.label')}
          aria-describedby={isShort ? id : undefined}
          placeholder={t('search.label')}
          autoFocus={focuses}
          maxLength={100}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') empty()
          }}
          className={cx(
            'h-full min-w-0 grow rounded-[inherit] bg-transparent px-2.5 outline-none',
            'placeholder:text-mute md:text-base',
          )}
        />
        {(typed !== '' || onClose) && (
          <button
            type="button"
            onClick={empty}
            className={cx(
              'inline-flex size-11 shrink-0 items-center justify-center rounded-full text-mute',
              'hover:text-ink md:size-8',
            )}
          >
            <X aria-hidden size={18} className="md:size-4" />
            <span className="sr-only">{t('search.close')}</span>
          </button>
        )}
      </div>
      <p id={id} role="status" className="pt-1.5 text-base text-mute empty:hidden md:text-sm">
        {isShort ? t('search.short') : null}
      </p>
    </search>
  )
}
