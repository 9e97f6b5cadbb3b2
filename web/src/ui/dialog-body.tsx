import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { cx } from './cx.ts'
import { leaveUnsaved } from '../kernel/unsaved.ts'
import { Button } from './button.tsx'
import { Foot, popup } from './dialog-parts.tsx'
import type { DialogProps, DrawerProps } from './dialog-props.ts'
import { Scroller } from './scroller.tsx'
import { UnsavedQuestion } from './unsaved-question.tsx'

const backdrop = 'appears fixed inset-0 bg-shade'

const Cross = () => {
  const t = useText('ui')
  return (
    <Base.Close
      className={cx(
        '-mr-2 inline-flex size-11 shrink-0 items-center justify-center rounded-lg text-mute',
        'hover:bg-fill hover:text-ink md:size-9',
      )}
    >
      <X aria-hidden size={22} className="md:size-5" />
      <span className="sr-only">{t('close')}</span>
    </Base.Close>
  )
}

/**
 * Moves the focus to the page's content when the element that opened the dialog is gone, such as the button
 * of a cancelled load.
 */
const useFocusAfter = () => {
  useEffect(
    () => () => {
      requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return
        document.getElementById('main')?.focus({ preventScroll: true })
      })
    },
    [],
  )
}

/**
 * Ignores a press outside of the dialog shortly after a press inside it: after the first press of a double
 * click, the dialog may be smaller, and the second press may hit the page.
 */
const samePressMs = 500
const useClosing = (onClose: () => void) => {
  const pressedAt = useRef(-Infinity)
  const box = useRef<HTMLDivElement>(null)
  const close = () => leaveUnsaved(onClose, box.current ?? undefined)
  return {
    close,
    popupProps: {
      ref: box,
      onPointerDownCapture: () => {
        pressedAt.current = performance.now()
      },
    },
    onOpenChange: (next: boolean, { reason }: Base.Root.ChangeEventDetails) => {
      const isSecond = reason === 'outside-press' && performance.now() - pressedAt.current < samePressMs
      if (!next && !isSecond) close()
    },
  }
}

/** See `Dialog`. */
export const DialogBody = ({
  open,
  onClose,
  title,
  lead,
  footNote,
  cancel,
  actions,
  size = 'form',
  busy = false,
  children,
}: DialogProps) => {
  useFocusAfter()
  const { onOpenChange, popupProps, close } = useClosing(() => !busy && onClose())
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        {/* It dims a drawer or another dialog below, so the two are told apart on a phone. */}
        <Base.Backdrop forceRender className={cx(backdrop, 'z-50')} />
        <Base.Popup {...popupProps} className={popup(size)}>
          <header className="flex items-start justify-between gap-3 px-5 pt-4 pb-1">
            <div className="min-w-0 pt-1.5">
              <Base.Title className="text-lg font-semibold">{title}</Base.Title>
              {lead !== undefined && (
                <Base.Description className="mt-1 text-mute md:text-base">{lead}</Base.Description>
              )}
            </div>
            <Cross />
          </header>
          <Scroller className="px-5 pt-2 pb-5 md:text-base">{children}</Scroller>
          {actions !== undefined && (
            <Foot
              note={footNote}
              actions={
                <>
                  {cancel !== undefined && <Button onClick={close}>{cancel}</Button>}
                  {actions}
                </>
              }
            />
          )}
          <UnsavedQuestion />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

/** See `Drawer`. */
export const DrawerBody = ({ open, onClose, title, tools, actions, children }: DrawerProps) => {
  useFocusAfter()
  const { onOpenChange, popupProps } = useClosing(onClose)
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Backdrop className={cx(backdrop, 'z-40 xl:bg-transparent')} />
        <Base.Popup
          {...popupProps}
          className={cx(
            'appears fixed inset-y-0 right-0 z-50 flex w-full flex-col bg-surface text-ink outline-none',
            'md:w-100',
            'md:border-l md:border-line md:shadow-raise',
            'data-[ending-style]:translate-x-8 data-[starting-style]:translate-x-8',
          )}
        >
          <div className="flex min-h-14 items-center gap-2 border-b border-line px-5">
            <Base.Title className="min-w-0 grow truncate text-md font-semibold">{title}</Base.Title>
            {tools}
            <Cross />
          </div>
          <Scroller className="p-5 md:text-base">{children}</Scroller>
          {actions !== undefined && <Foot actions={actions} />}
          <UnsavedQuestion />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
