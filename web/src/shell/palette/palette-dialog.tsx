import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { CornerDownLeft, Search, X } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../../kernel/i18n.tsx'
import { cx } from '../../ui/cx.ts'
import { useLines, type SearchResult, type Group } from './lines.ts'
import type { PaletteProps } from './admin-pages.ts'
import type { Line } from './match.ts'

const LineRow = ({ line, onChosen }: { line: Line; onChosen: () => void }) => (
  <Autocomplete.Item
    value={line}
    onClick={() => {
      onChosen()
      line.run()
    }}
    className={cx(
      'group flex min-h-11 cursor-pointer items-center gap-3 rounded-lg px-3 outline-none md:min-h-10',
      'data-[highlighted]:bg-soft data-[highlighted]:text-brand-text',
    )}
  >
    <line.icon
      aria-hidden
      size={18}
      className="shrink-0 text-mute group-data-[highlighted]:text-brand-text"
    />
    <span className="flex min-w-0 grow flex-col py-1.5 sm:flex-row sm:items-center sm:gap-3 sm:py-0">
      <span className="min-w-0 grow truncate font-medium md:text-base">{line.label}</span>
      {line.below !== undefined && (
        <span className="num min-w-0 truncate text-sm text-mute group-data-[highlighted]:text-brand-text sm:max-w-3/5 sm:shrink-0">
          {line.below}
        </span>
      )}
    </span>
    <CornerDownLeft aria-hidden size={16} className="hidden shrink-0 group-data-[highlighted]:md:block" />
  </Autocomplete.Item>
)

type UseResult = (typed: string) => SearchResult
type SearchProps = { readonly useResult: UseResult; readonly onChosen: () => void }

const PaletteSearch = ({ useResult, onChosen }: SearchProps) => {
  const [typed, setTyped] = useState('')
  const t = useText('palette')
  const close = useText('ui')
  const { groups, isReading, hint, none, status, announced } = useResult(typed)
  return (
    <Autocomplete.Root
      open
      inline
      // Our own code and the server decide what is found.
      filter={null}
      autoHighlight="always"
      keepHighlight
      loopFocus={false}
      items={groups}
      value={typed}
      onValueChange={(text, { reason }) => reason !== 'item-press' && setTyped(text)}
      itemToStringValue={(line: Line) => line.label}
    >
      <div className="flex items-center gap-3 border-b border-line px-4">
        <Search aria-hidden size={20} className="shrink-0 text-mute" />
        <Autocomplete.Input
          aria-label={t('title')}
          placeholder={hint}
          maxLength={100}
          className="h-14 min-w-0 grow bg-transparent text-md outline-none placeholder:text-mute"
        />
        <Dialog.Close className="-mr-2.5 inline-flex size-11 shrink-0 items-center justify-center text-mute md:not-focus-visible:sr-only">
          <X aria-hidden size={22} />
          <span className="sr-only">{close('close')}</span>
        </Dialog.Close>
      </div>
      {/* The arrow keys move through the list from the field, so the scroll area needs no tab stop. */}
      <div tabIndex={-1} className="min-h-0 grow overflow-y-auto overscroll-contain p-2 outline-none">
        <Autocomplete.Empty className="px-3 text-mute md:text-base">
          {groups.length === 0 && !isReading && <p className="py-6">{none}</p>}
        </Autocomplete.Empty>
        <Autocomplete.List>
          {(group: Group) => (
            <Autocomplete.Group key={group.id} items={group.items} className="pb-1">
              <Autocomplete.GroupLabel className="px-3 pt-2 pb-1 text-sm text-mute">
                {group.heading}
              </Autocomplete.GroupLabel>
              <Autocomplete.Collection>
                {(line: Line) => <LineRow key={line.id} line={line} onChosen={onChosen} />}
              </Autocomplete.Collection>
            </Autocomplete.Group>
          )}
        </Autocomplete.List>
        <Autocomplete.Status className="px-3 text-sm text-mute">
          {status !== null && <p className="py-2">{status}</p>}
          {announced && <span className="sr-only">{announced}</span>}
        </Autocomplete.Status>
      </div>
      <p className="hidden border-t border-line px-4 py-2.5 text-sm text-mute md:block">{t('keys')}</p>
    </Autocomplete.Root>
  )
}

/**
 * One field that finds pages, actions, cards and payments. The person chooses by the arrow keys or a
 * press, and the dialog closes.
 */
export const PaletteDialog = ({
  isOpen,
  onClose,
  useResult = useLines,
}: PaletteProps & { readonly useResult?: UseResult }) => {
  const t = useText('palette')
  const [wasOpen, setWasOpen] = useState(isOpen)
  const [openings, setOpenings] = useState(0)
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen)
    // Each opening starts empty, also while the previous one still fades.
    if (isOpen) setOpenings(openings + 1)
  }
  return (
    <Dialog.Root open={isOpen} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="appears fixed inset-0 z-40 bg-shade" />
        <Dialog.Popup
          className={cx(
            'appears fixed inset-x-0 top-0 z-50 mx-auto flex max-h-dvh w-full flex-col overflow-hidden bg-surface',
            'text-ink shadow-raise outline-none md:top-[12dvh] md:max-h-[70dvh] md:max-w-150 md:rounded-2xl',
          )}
        >
          <Dialog.Title className="sr-only">{t('title')}</Dialog.Title>
          <PaletteSearch key={openings} useResult={useResult} onChosen={onClose} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
