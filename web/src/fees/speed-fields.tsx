import { useText } from '../kernel/i18n.tsx'
import { useLevelName } from '../ui/fees/schedule-rates.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import { Panel } from '../ui/panel.tsx'
import { TextField } from '../ui/text-field.tsx'
import { Switch } from '../ui/toggles.tsx'

export type Speed = 'regular' | 'immediate' | 'transfer'
export type Errors = Readonly<Record<string, readonly string[]>>

/** The rates of one speed, a field for each level. */
export const SpeedFields = ({
  speed,
  level,
  typed,
  errors,
  note,
  pays = true,
  onPays,
  onChange,
}: {
  speed: Speed
  level: number
  typed: readonly string[]
  errors: Errors
  note: string | undefined
  /** Of transfers: whether they pay a fee, and what switches it. */
  pays?: boolean
  onPays?: (pays: boolean) => void
  onChange: (typed: string[]) => void
}) => {
  const t = useText('feeSchedules')
  const nameOf = useLevelName(level)
  const ofAll = errors[speed]?.join(' ')
  return (
    <Panel title={t(`speed.${speed}`)}>
      {note !== undefined && <p className="pb-3 text-mute md:text-base">{note}</p>}
      {onPays && (
        <div className="pb-3">
          <Switch
            hint={t('form.transferSwitchHint')}
            checked={pays}
            onChange={({ target }) => onPays(target.checked)}
          >
            {t('form.transferSwitch')}
          </Switch>
        </div>
      )}
      <div
        role="group"
        hidden={!pays}
        aria-label={t(`speed.${speed}`)}
        className={pays ? 'grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-2 lg:grid-cols-5' : undefined}
      >
        {typed.map((percent, at) => (
          <TextField
            key={at}
            inputMode="decimal"
            end={<span className="text-mute">%</span>}
            label={nameOf(level + at)}
            error={errors[`${speed}.${at}`]?.join(' ')}
            value={percent}
            onChange={({ target }) => onChange(typed.with(at, target.value))}
          />
        ))}
      </div>
      {ofAll !== undefined && (
        <div className="pt-4">
          <NoteBox tone="bad" role="alert" title={ofAll} />
        </div>
      )}
    </Panel>
  )
}
