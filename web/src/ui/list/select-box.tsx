import { Check, Minus, SquareCheck } from 'lucide-react'
import { useEffect, useRef, type MouseEvent } from 'react'
import { useText } from '../../kernel/i18n.tsx'
import { Button } from '../button.tsx'
import { cx } from '../cx.ts'

const labelId = 'list-select-label'

/** The text that names the boxes of rows together with the row: "Select Ana Paz". */
export const SelectLabel = () => (
  <span id={labelId} hidden>
    {useText('lists')('bulk.select')}
  </span>
)

type BoxProps = {
  readonly isOn: boolean
  readonly isPartly?: boolean
  readonly onToggle: (event: MouseEvent<HTMLInputElement>) => void
  readonly name: { readonly 'aria-label': string } | { readonly 'aria-labelledby': string }
}

const Box = ({ isOn, isPartly = false, onToggle, name }: BoxProps) => {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current !== null) box.current.indeterminate = isPartly
  }, [isPartly])
  const Sign = isPartly ? Minus : Check
  return (
    <span className="relative flex size-5.5 shrink-0 md:size-4.5">
      <input
        ref={box}
        {...name}
        type="checkbox"
        checked={isOn}
        readOnly
        onClick={onToggle}
        className={cx(
          'size-full cursor-pointer appearance-none rounded-xs border border-ctl bg-surface',
          'checked:border-brand checked:bg-brand indeterminate:border-brand indeterminate:bg-brand',
        )}
      />
      {(isOn || isPartly) && (
        <Sign
          aria-hidden
          strokeWidth={3}
          className="pointer-events-none absolute inset-0 m-auto size-4 text-on-brand md:size-3.5"
        />
      )}
    </span>
  )
}

/** Selects one row; with Shift all rows since the last one. */
export const RowBox = ({
  id,
  isOn,
  onToggle,
}: {
  id: string
  isOn: boolean
  onToggle: (toHere: boolean) => void
}) => (
  <Box
    isOn={isOn}
    onToggle={(event) => onToggle(event.shiftKey)}
    name={{ 'aria-labelledby': `${labelId} row-${id}` }}
  />
)

/** Selects all rows that are read. */
export const AllBox = ({ count, of, onToggle }: { count: number; of: number; onToggle: () => void }) => (
  <Box
    isOn={count > 0 && count === of}
    isPartly={count > 0 && count < of}
    onToggle={onToggle}
    name={{ 'aria-label': useText('lists')('bulk.selectAll') }}
  />
)

/** Starts the selection on a phone. */
export const SelectButton = ({ onClick }: { onClick: () => void }) => (
  <span className="self-end">
    <Button variant="ghost" size="small" icon={SquareCheck} onClick={onClick}>
      {useText('lists')('bulk.select')}
    </Button>
  </span>
)
