import { useText } from '../kernel/i18n.tsx'
import { useLevelName } from '../ui/fees/schedule-rates.tsx'
import type { ContractForm } from '../ui/form.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import { Panel } from '../ui/panel.tsx'
import { TextField } from '../ui/text-field.tsx'
import { Switch } from '../ui/toggles.tsx'

export type Speed = 'regular' | 'immediate' | 'transfer'
export type TypedFees = Record<Speed, string[]> & {
  /** The switch of the fee of transfers. */
  paysTransfers: boolean
  from: string
  reason: string
}

/** The rates of one speed, a field for each level. */
export const SpeedFields = ({
  form,
  speed,
  level,
  note,
}: {
  form: ContractForm<TypedFees>
  speed: Speed
  level: number
  note: string | undefined
}) => {
  const t = useText('feeSchedules')
  const nameOf = useLevelName(level)
  const typed = form.watch(speed)
  const isTransfer = speed === 'transfer'
  const pays = !isTransfer || form.watch('paysTransfers')
  const ofAll = form.errorOf(speed)
  return (
    <Panel title={t(`speed.${speed}`)}>
      {note !== undefined && <p className="pb-3 text-mute md:text-base">{note}</p>}
      {isTransfer && (
        <div className="pb-3">
          <Switch hint={t('form.transferSwitchHint')} {...form.register('paysTransfers')}>
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
        {typed.map((_, at) => (
          <TextField
            key={at}
            inputMode="decimal"
            end={<span className="text-mute">%</span>}
            label={nameOf(level + at)}
            {...form.field(`${speed}.${at}`)}
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
