import { Plus, Trash2 } from 'lucide-react'
import { useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { Button } from '../ui/button.tsx'
import { Panel } from '../ui/panel.tsx'
import { TextField } from '../ui/text-field.tsx'
import { mostLines, typedSums, withNewLine, type ManualLine, type TypedLine } from './manual-lines.ts'

type ErrorOf = (at: number, field: keyof ManualLine) => string | undefined

const LineFields = (of: {
  line: TypedLine
  at: number
  errorOf: ErrorOf
  change: (part: Partial<ManualLine>) => void
  remove: (() => void) | null
}) => {
  const t = useText('settlements')
  const { line, at, errorOf, change, remove } = of
  const number = String(at + 1)
  return (
    <fieldset className="flex min-w-0 flex-col gap-4 border-t border-line2 pt-4 first:border-0 first:pt-0">
      <legend className="sr-only">{t('form.line', { number })}</legend>
      <TextField
        isShort
        autoComplete="off"
        start="$"
        maxLength={16}
        label={t('form.amount')}
        hint={t('form.amountHint')}
        value={line.amount}
        onChange={({ target }) => change({ amount: target.value })}
        error={errorOf(at, 'amount')}
      />
      <TextField
        autoComplete="off"
        maxLength={200}
        label={t('form.note')}
        value={line.note}
        onChange={({ target }) => change({ note: target.value })}
        error={errorOf(at, 'note')}
      />
      {remove && (
        <div>
          <Button icon={Trash2} aria-label={t('form.removeLine', { number })} onClick={remove}>
            {t('form.remove')}
          </Button>
        </div>
      )}
    </fieldset>
  )
}

/** Lines by hand, each with what it is for, and their total. */
export const ManualLines = (of: {
  lines: readonly TypedLine[]
  errorOf: ErrorOf
  onChange: (lines: TypedLine[]) => void
}) => {
  const t = useText('settlements')
  const { lines, errorOf, onChange } = of
  const { total } = typedSums(lines)
  const change = (key: number) => (part: Partial<ManualLine>) =>
    onChange(lines.map((line) => (line.key === key ? { ...line, ...part } : line)))
  const remove = (key: number) => () => onChange(lines.filter((line) => line.key !== key))
  return (
    <Panel title={t('form.manual')}>
      <div className="flex flex-col gap-5">
        {lines.map((line, at) => (
          <LineFields
            key={line.key}
            line={line}
            at={at}
            errorOf={errorOf}
            change={change(line.key)}
            remove={lines.length === 1 ? null : remove(line.key)}
          />
        ))}
        <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line2 pt-4">
          {lines.length < mostLines ? (
            <Button icon={Plus} onClick={() => onChange(withNewLine(lines))}>
              {t('form.addLine')}
            </Button>
          ) : (
            <p className="text-mute">{t('form.mostLines', { most: String(mostLines) })}</p>
          )}
          <p role="status" className="num">
            {t('form.total')} <b className="font-semibold">{moneyText(total, { sign: 'always' })}</b>
          </p>
        </div>
      </div>
    </Panel>
  )
}
