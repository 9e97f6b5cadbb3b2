import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useText } from '../../kernel/i18n.tsx'
import { countText } from '../../kernel/money-text.ts'
import { Button } from '../button.tsx'
import { Drawer } from '../dialog.tsx'
import { Scroller } from '../scroller.tsx'
import { isCovered, type OpenRow } from './use-open-row.ts'

type DrawerProps = {
  readonly open: OpenRow
  /** Number of rows that were read; the drawer steps through them. */
  readonly shown: number
  readonly count: string
  readonly children: ReactNode
}

const Tools = ({ open: { at, step }, shown }: Pick<DrawerProps, 'open' | 'shown'>) => {
  const t = useText('lists')
  return (
    <>
      <Button
        variant="ghost"
        size="small"
        iconOnly
        icon={ChevronUp}
        disabled={at < 1}
        onClick={() => step(-1)}
      >
        {t('previous')}
      </Button>
      <Button
        variant="ghost"
        size="small"
        iconOnly
        icon={ChevronDown}
        disabled={at === -1 || at === shown - 1}
        onClick={() => step(1)}
      >
        {t('next')}
      </Button>
    </>
  )
}

const Position = ({ at, count }: { at: number; count: string }) => {
  const t = useText('lists')
  return at === -1 ? t('details') : t('position', { at: countText(at + 1), count })
}

/** From below the ribbon and the page's top bar to the bottom of the window, without the page's padding. */
const belowTopBar = {
  top: 'calc(var(--ribbon) + 3.5rem)',
  height: 'calc(100dvh - var(--ribbon) - 3.5rem)',
  margin: '-1.25rem -1.5rem -1.25rem 0',
}

/**
 * A column next to the list. It gets the focus when it is opened, but not when the page starts with it open.
 */
const Aside = ({ open, shown, count, children }: DrawerProps) => {
  const t = useText('lists')
  const title = useRef<HTMLHeadingElement>(null)
  const [startsOpen] = useState(() => document.activeElement === document.body)
  useEffect(() => {
    // A person may type into the search meanwhile.
    if (!startsOpen && !isCovered()) title.current?.focus({ preventScroll: true })
  }, [startsOpen])
  return (
    <aside
      aria-label={t('details')}
      style={belowTopBar}
      className="sticky flex flex-col border-l border-line bg-surface"
    >
      <header className="flex min-h-14 items-center gap-1 border-b border-line px-5">
        <h2 ref={title} tabIndex={-1} className="num min-w-0 grow text-sm text-mute outline-none">
          <Position at={open.at} count={count} />
        </h2>
        <Tools open={open} shown={shown} />
        <Button variant="ghost" size="small" iconOnly icon={X} onClick={open.close}>
          {t('close')}
        </Button>
      </header>
      <Scroller className="p-5">{children}</Scroller>
    </aside>
  )
}

/**
 * Details of the open row: next to the list where there is room, else over it. On a phone they cover the
 * whole screen.
 */
export const ListDrawer = ({ hasRoom, ...props }: DrawerProps & { hasRoom: boolean }) => {
  const { open, shown, count, children } = props
  if (hasRoom) return open.id === null ? null : <Aside {...props} />
  return (
    <Drawer
      open={open.id !== null}
      onClose={open.close}
      title={<Position at={open.at} count={count} />}
      tools={<Tools open={open} shown={shown} />}
    >
      <div data-list-drawer>{children}</div>
    </Drawer>
  )
}
