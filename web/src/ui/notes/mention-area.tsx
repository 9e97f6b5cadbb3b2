import { listMentionable } from '@cardamom/contract/notes'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { useText } from '../../kernel/i18n.tsx'
import { useCall } from '../../kernel/query.ts'
import { cx } from '../cx.ts'
import type { FieldProps } from '../form.tsx'
import { TextArea } from '../text-field.tsx'
import { typedMention, withMention, type MentionedPerson, type NoteSubject } from './note.ts'

type Props = {
  readonly subject: NoteSubject
  readonly field: FieldProps
  /** The text was changed by a chosen name. */
  readonly onText: (text: string) => void
  readonly onMention: (person: MentionedPerson) => void
  readonly hint: string | undefined
}

/** Typing @ offers colleagues who may see the object; arrows and Enter choose one, and so does a press. */
const useOffers = (subject: NoteSubject) => {
  const [typed, setTyped] = useState<string | null>(null)
  const [chosen, setChosen] = useState(0)
  const { data } = useCall(
    listMentionable,
    { input: { ...subject, q: typed ?? '' }, errors: 'none' },
    { enabled: typed !== null, showsPrevious: true },
  )
  const people = typed === null ? [] : (data?.items ?? [])
  const read = ({ value, selectionStart }: HTMLTextAreaElement) => {
    setTyped(typedMention(value.slice(0, selectionStart)))
    setChosen(0)
  }
  const step = (by: number) => setChosen((chosen + by + people.length) % people.length)
  return { people, chosen, read, step, close: () => setTyped(null) }
}

const keys: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** A text area in which colleagues can be mentioned. */
export const MentionArea = ({ subject, field, onText, onMention, hint }: Props) => {
  const t = useText('notes')
  const listId = useId()
  const area = useRef<HTMLTextAreaElement | null>(null)
  // It took the place of the button that opened it.
  useEffect(() => area.current?.focus(), [])
  const { people, chosen, read, step, close } = useOffers(subject)
  const choose = (person: MentionedPerson) => {
    const element = area.current
    if (element === null) return
    const next = withMention(element.value, element.selectionStart, person.name)
    onText(next.text)
    onMention(person)
    close()
    requestAnimationFrame(() => {
      element.focus()
      element.setSelectionRange(next.at, next.at)
    })
  }
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const person = people[chosen]
    if (person === undefined) return
    const by = keys[event.key]
    if (by !== undefined) step(by)
    else if (event.key === 'Enter' || event.key === 'Tab') choose(person)
    else if (event.key === 'Escape') close()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const { ref, onChange, onBlur, ...rest } = field
  return (
    <div className="relative">
      <TextArea
        {...rest}
        label={t('panel.label')}
        hint={hint}
        rows={3}
        placeholder={t('panel.placeholder')}
        aria-autocomplete="list"
        aria-controls={people.length > 0 ? listId : undefined}
        aria-activedescendant={people.length > 0 ? `${listId}-${chosen}` : undefined}
        ref={(element) => {
          area.current = element
          ref(element)
        }}
        onChange={(event) => {
          read(event.target)
          void onChange(event)
        }}
        onBlur={(event) => {
          close()
          void onBlur(event)
        }}
        onKeyDown={press}
      />
      {people.length > 0 && (
        <ul
          id={listId}
          role="listbox"
          aria-label={t('panel.offers')}
          className="absolute inset-x-0 z-10 mt-1 rounded-lg border border-line bg-surface p-1 shadow-raise"
        >
          {people.map((person, index) => (
            <li
              key={person.id}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === chosen}
              className={cx(
                'flex min-h-11 cursor-pointer items-center rounded-sm px-3 md:min-h-9',
                index === chosen ? 'bg-soft text-brand-text' : 'hover:bg-fill',
              )}
              // The text area does not lose the focus by the press.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(person)}
            >
              {person.name}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
