import { Search } from 'lucide-react'
import { useText } from '../../kernel/i18n.tsx'
import { cx } from '../../ui/cx.ts'
import { paletteKeys, paletteOpen } from './palette-open.ts'

/** Opens the palette, and shows the keys that open it too. */
export const PaletteButton = () => {
  const t = useText('shell')
  return (
    <button
      type="button"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={() => paletteOpen.write(true)}
      className={cx(
        'flex h-9 w-full items-center gap-2.5 rounded-lg border border-line bg-bg px-2.5 text-left text-base text-mute',
        'transition-colors hover:border-ctl hover:text-ink',
      )}
    >
      <Search aria-hidden size={16} />
      <span className="grow">{t('palette')}</span>
      <kbd aria-hidden className="font-sans text-sm">
        {paletteKeys}
      </kbd>
    </button>
  )
}
