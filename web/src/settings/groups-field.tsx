import { passkeyGroups } from '@cardamom/contract/settings'
import { useId } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { Checkbox } from '../ui/toggles.tsx'

/** Kinds of people, each with a check box. */
export const GroupsField = ({
  label,
  hint,
  error,
  value,
  disabled,
  change,
}: {
  label: string
  hint: string
  error?: string | undefined
  value: readonly string[]
  disabled: boolean
  change: (value: readonly string[]) => void
}) => {
  const t = useText('settings')
  const id = useId()
  return (
    <fieldset aria-describedby={id} disabled={disabled}>
      <legend className="text-base font-medium md:text-sm">{label}</legend>
      {passkeyGroups.map((group, index) => (
        <Checkbox
          key={group}
          checked={value.includes(group)}
          {...(error && index === passkeyGroups.length - 1 ? { error } : {})}
          onChange={({ target }) =>
            change(passkeyGroups.filter((each) => (each === group ? target.checked : value.includes(each))))
          }
        >
          {t(`groups.${group}`)}
        </Checkbox>
      ))}
      <p id={id} className="pt-1.5 text-base text-mute md:text-sm">
        {hint}
      </p>
    </fieldset>
  )
}
