import { genders } from '@cardamom/contract/identity/person-fields'
import type { Conflict } from '../kernel/conflict.ts'
import { countryName } from '../kernel/country-names.ts'
import { useLocale, useText } from '../kernel/i18n.tsx'
import { ConflictNote, VersionChoice } from '../ui/version-choice.tsx'
import { useBirthDay } from './birth-day.ts'
import type { PersonForm, PersonValues } from './person-controls.tsx'
import type { PersonField } from './profile-values.ts'
import { phoneText } from '../ui/calling-codes.ts'

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

type ValueConflict = Conflict<PersonValues>

const Choice = ({
  form,
  field,
  conflict,
}: {
  form: PersonForm
  field: PersonField
  conflict: ValueConflict
}) => {
  const t = useText('profile')
  const person = useText('person')
  const shown = useShown()
  const sides = [
    ['yours', conflict.mine[field]],
    ['theirs', conflict.theirs[field]],
  ] as const
  return (
    <VersionChoice
      name={`conflict-${field}`}
      label={person(field)}
      versions={sides.map(([side, value]) => ({
        value,
        shown: shown(field, value),
        from: t(`conflict.${side}`),
      }))}
      chosen={form.watch(field)}
      choose={(value) => form.setValue(field, value, { shouldDirty: true, shouldValidate: true })}
    />
  )
}

/** The record changed during editing: shows both versions of each field that two people changed. */
export const ProfileConflict = ({ form, conflict }: { form: PersonForm; conflict: ValueConflict }) => {
  const t = useText('profile')
  const person = useText('person')
  const refused = useText('refusals')
  return (
    <div className="flex flex-col gap-4 pb-6">
      <ConflictNote title={`${refused('record_changed')}.`} conflict={conflict}>
        {t('conflict.help')}
        {conflict.adopted.length > 0 && (
          <> {t('conflict.adopted', { fields: conflict.adopted.map((field) => person(field)).join(', ') })}</>
        )}
      </ConflictNote>
      {conflict.both.map((field) => (
        <Choice key={field} form={form} field={field} conflict={conflict} />
      ))}
    </div>
  )
}
