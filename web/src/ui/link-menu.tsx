import { ChevronsUpDown, type LucideIcon } from 'lucide-react'
import { useId, useRef, type ToggleEvent } from 'react'
import { Link } from '../kernel/link.tsx'
import { buttonClass } from './button.tsx'

export type MenuLink = { readonly to: string; readonly icon: LucideIcon; readonly text: string }

const widthPx = 240
const gapPx = 8

/** Further links of a page in a menu below its button. It closes by a press elsewhere and by Escape. */
export const LinkMenu = ({ label, links }: { label: string; links: readonly MenuLink[] }) => {
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const menuId = useId()
  // A popover is above the page, so it does not follow the layout of its button.
  const position = ({ newState }: ToggleEvent) => {
    if (newState !== 'open' || !button.current || !menu.current) return
    const { left, bottom } = button.current.getBoundingClientRect()
    const rightmost = document.documentElement.clientWidth - widthPx - gapPx
    menu.current.style.left = `${Math.max(gapPx, Math.min(left, rightmost))}px`
    menu.current.style.top = `${bottom + gapPx / 2}px`
  }
  return (
    <>
      <button ref={button} type="button" popoverTarget={menuId} className={buttonClass({})}>
        {label}
        <ChevronsUpDown aria-hidden size={16} className="shrink-0 text-mute" />
      </button>
      <div
        ref={menu}
        id={menuId}
        popover="auto"
        onBeforeToggle={position}
        style={{ width: widthPx }}
        className="fixed m-0 rounded-lg border border-line bg-surface p-1.5 text-ink shadow-raise"
      >
        {links.map(({ to, icon: Icon, text }) => (
          <Link
            key={to}
            to={to}
            className="flex min-h-11 items-center gap-3 rounded-sm px-3 font-medium hover:bg-fill md:min-h-9 md:text-base"
            onClick={() => menu.current?.hidePopover()}
          >
            <Icon aria-hidden size={18} className="shrink-0 text-mute" />
            {text}
          </Link>
        ))}
      </div>
    </>
  )
}
