import { useEffect, useRef, type ReactNode } from 'react'
import { ChoiceCard } from './choice.tsx'
import { FieldGroup } from './field.tsx'
import { NoteBox } from './note-box.tsx'

type Version = {
  readonly value: string
  readonly shown: string
  /** Source of the value: typed here, or saved meanwhile by someone else. */
  readonly from: string
}

/** Says that a record changed while it was edited. It scrolls into view whenever `conflict` changes. */
export const ConflictNote = ({
  title,
  conflict,
  children,
}: {
  title: string
  conflict: object
  children: ReactNode
}) => {
  const note = useRef<HTMLDivElement>(null)
  useEffect(() => {
    note.current?.scrollIntoView({ block: 'center' })
  }, [conflict])
  return (
    <div ref={note}>
      <NoteBox tone="warn" role="alert" title={title}>
        {children}
      </NoteBox>
    </div>
  )
}

/** A field that was changed on both sides: the person chooses one of its two values. */
export const VersionChoice = ({
  name,
  label,
  versions,
  chosen,
  choose,
}: {
  name: string
  label: string
  versions: readonly Version[]
  chosen: string
  choose: (value: string) => void
}) => (
  <FieldGroup label={label}>
    <div className="grid gap-2 sm:grid-cols-2">
      {versions.map(({ value, shown, from }) => (
        <ChoiceCard
          key={from}
          name={name}
          title={shown}
          detail={from}
          checked={chosen === value}
          onChange={() => choose(value)}
        />
      ))}
    </div>
  </FieldGroup>
)
