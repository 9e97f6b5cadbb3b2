import { genders } from '@cardamom/contract/person-fields'
import { useEffect, useRef } from 'react'
import { countryName } from '../kernel/country-names.ts'
import { useLocale, useText } from '../kernel/i18n.tsx'
import { ChoiceCard } from '../ui/choice.tsx'
import { FieldGroup } from '../ui/field.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import { useBirthDay } from './birth-day.ts'
import type { PersonForm } from './person-controls.tsx'
import { phoneText } from './phone-text.ts'
import type { Conflict, PersonField } from './profile-values.ts'

const useShown = () => {
  const t = useText('profile')
  const person = useText('person')
  const birthDay = useBirthDay()
  const locale = useLocale()
  return (field: PersonField, value: string): string => {
    if (value === '') return t('conflict.empty')
    if (field === 'birthDate') return birthDay(value)
    if (field === 'mobile') return phoneText(value)
    if (field === 'country') return countryName({ code: value, locale })
    const gender = field === 'gender' ? genders.find((known) => known === value) : undefined
    return gender === undefined ? value : person(`genders.${gender}`)
  }
}

const Choice = ({ form, field, conflict }: { form: PersonForm; field: PersonField; conflict: Conflict }) => {
  const t = useText('profile')
  const person = useText('person')
  const shown = useShown()
  const chosen = form.watch(field)
  const sides = [
    ['yours', conflict.mine[field]],
    ['theirs', conflict.theirs[field]],
  ] as const
  return (
    <FieldGroup label={person(field)}>
      <div className="grid gap-2 sm:grid-cols-2">
        {sides.map(([side, value]) => (
          <ChoiceCard
            key={side}
            name={`conflict-${field}`}
            title={shown(field, value)}
            detail={t(`conflict.${side}`)}
            checked={chosen === value}
            onChange={() => form.setValue(field, value, { shouldDirty: true, shouldValidate: true })}
          />
        ))}
      </div>
    </FieldGroup>
  )
}

/** The record changed while it was edited: both versions of each field that two people changed. */
export const ProfileConflict = ({ form, conflict }: { form: PersonForm; conflict: Conflict }) => {
  const t = useText('profile')
  const person = useText('person')
  const refused = useText('refusals')
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'center' })
  }, [conflict])
  return (
    <div ref={place} className="flex flex-col gap-4 pb-6">
      <NoteBox tone="warn" role="alert" title={`${refused('record_changed')}.`}>
        {t('conflict.help')}
        {conflict.taken.length > 0 && (
          <> {t('conflict.taken', { fields: conflict.taken.map((field) => person(field)).join(', ') })}</>
        )}
      </NoteBox>
      {conflict.both.map((field) => (
        <Choice key={field} form={form} field={field} conflict={conflict} />
      ))}
    </div>
  )
}
