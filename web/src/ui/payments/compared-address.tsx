import type { ComponentProps } from 'react'
import { AddressText } from '../address-text.tsx'
import { TextField } from '../text-field.tsx'

type Props = {
  readonly label: string
  /** What a person confirms who has compared the address. */
  readonly compared: string
  readonly typed: string
  readonly isCompared: boolean
  readonly onCompare: (isCompared: boolean) => void
  readonly field: Omit<ComponentProps<typeof TextField>, 'label'>
}

/** The address of a refund: typed, shown in groups, and compared. Another character needs another comparison. */
export const ComparedAddress = ({ label, compared, typed, isCompared, onCompare, field }: Props) => (
  <>
    <TextField
      label={label}
      placeholder="0x…"
      autoComplete="off"
      spellCheck={false}
      {...field}
      onChange={(event) => {
        onCompare(false)
        field.onChange?.(event)
      }}
    />
    {typed !== '' && field.error === undefined && (
      <>
        <AddressText address={typed} />
        <label className="flex items-start gap-3">
          <input
            type="checkbox"
            className="mt-0.5 size-5 shrink-0 accent-brand"
            checked={isCompared}
            onChange={(event) => onCompare(event.target.checked)}
          />
          <span>{compared}</span>
        </label>
      </>
    )}
  </>
)
