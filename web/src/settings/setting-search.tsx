import { Search } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { Link } from '../kernel/link.tsx'
import { useGo } from '../kernel/router.tsx'
import { matching } from '../shell/palette/match.ts'
import { cx } from '../ui/cx.ts'
import { useSettingLines } from './setting-lines.ts'

const mostShown = 6

/** Finds a setting of any page; a press or the key Enter leads to its field. */
export const SettingSearch = () => {
  const t = useText('settings')
  const go = useGo()
  const lines = useSettingLines()
  const [typed, setTyped] = useState('')
  const found = typed.trim() === '' ? [] : matching(lines, typed).slice(0, mostShown)
  const openFirst = () => {
    const [first] = found
    if (!first) return
    setTyped('')
    go(first.page, { search: first.search })
  }
  return (
    <search className="flex flex-col gap-2">
      <div className="field-box flex h-11.5 items-center md:h-9 md:max-w-80 md:rounded-full">
        <Search aria-hidden size={18} className="ml-3.5 shrink-0 text-mute md:ml-3 md:size-4" />
        <input
          type="search"
          aria-label={t('search.label')}
          placeholder={t('search.hint')}
          value={typed}
          autoComplete="off"
          spellCheck={false}
          maxLength={60}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={({ key }) => key === 'Enter' && openFirst()}
          className={cx(
            'h-full min-w-0 grow rounded-[inherit] bg-transparent px-2.5 outline-none',
            'text-ellipsis placeholder:text-mute md:text-base',
          )}
        />
      </div>
      <p role="status" className={found.length > 0 || typed.trim() === '' ? 'sr-only' : 'text-mute'}>
        {typed.trim() !== '' && t('search.found', { count: found.length })}
      </p>
      {found.length > 0 && (
        <ul className="rounded-lg border md:max-w-180 border-line bg-surface">
          {found.map(({ id, label, below, page, search }) => (
            <li key={id} className="border-t border-line2 first:border-t-0">
              <Link
                to={page}
                search={search}
                onClick={() => setTyped('')}
                className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 px-3 py-1.5 hover:bg-fill"
              >
                <span className="font-medium">{label}</span>
                <span className="text-base text-mute md:text-sm">{below}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </search>
  )
}
