import {
  closableAreas,
  createIncident,
  incidentKinds,
  incidentReaders,
  listIncidents,
  readShownIncidents,
} from '@cardamom/contract/settings/incidents'
import type { SentInputOf } from '@cardamom/contract/endpoint'
import { useState } from 'react'
import { readConfig } from '../kernel/branding.ts'
import { useText } from '../kernel/i18n.tsx'
import { useAction } from '../kernel/query.ts'
import { toastSuccess } from '../kernel/toasts.ts'
import { sentenceOf } from '../kernel/transport.ts'
import { Button } from '../ui/button.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import { Panel } from '../ui/panel.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { TextArea, TextField } from '../ui/text-field.tsx'
import { Checkbox } from '../ui/toggles.tsx'

type Input = SentInputOf<typeof createIncident>
type TypedIncident = Pick<Input, 'kind' | 'readers' | 'closes' | 'en' | 'es'> & {
  readonly from: string
  readonly until: string
}

const blank: TypedIncident = {
  kind: 'information',
  readers: 'everyone',
  closes: [],
  en: '',
  es: '',
  from: '',
  until: '',
}

/** The typed day and time is in UTC; an empty field is left out. */
const instantOf = (typed: string): string | undefined => {
  const at = new Date(`${typed}Z`)
  return typed === '' || Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}

const inputOf = ({ from, until, closes, ...rest }: TypedIncident): Input => {
  const [start, end] = [instantOf(from), instantOf(until)]
  return {
    ...rest,
    closes: rest.kind === 'maintenance' ? closes : [],
    ...(start === undefined ? {} : { from: start }),
    ...(end === undefined ? {} : { until: end }),
  }
}

const Areas = ({
  closes,
  onChange,
}: {
  closes: TypedIncident['closes']
  onChange: (next: TypedIncident['closes']) => void
}) => {
  const t = useText('incidents')
  return (
    <fieldset>
      <legend className="font-medium md:text-base">{t('form.closes')}</legend>
      {closableAreas.map((area) => (
        <Checkbox
          key={area}
          checked={closes.includes(area)}
          onChange={({ target }) =>
            onChange(target.checked ? [...closes, area] : closes.filter((each) => each !== area))
          }
        >
          {t(`area.${area}`)}
        </Checkbox>
      ))}
    </fieldset>
  )
}

/** The form of a new banner. */
export const NewIncident = () => {
  const t = useText('incidents')
  const [typed, setTyped] = useState(blank)
  const change = (some: Partial<TypedIncident>) => setTyped({ ...typed, ...some })
  const create = useAction(createIncident, {
    errors: 'none',
    changes: [listIncidents, readShownIncidents],
    onDone: () => {
      toastSuccess(t('form.shown'))
      setTyped(blank)
      void readConfig()
    },
  })
  const errors = create.error?.errors ?? {}
  return (
    <Panel title={t('form.title')}>
      <form
        noValidate
        className="grid gap-x-6 gap-y-5 md:grid-cols-2"
        onSubmit={(event) => {
          event.preventDefault()
          create.mutate({ input: inputOf(typed) })
        }}
      >
        <SelectField
          label={t('form.kind')}
          hint={t('form.kindHint')}
          value={typed.kind}
          options={incidentKinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
          onChange={({ target }) => change({ kind: target.value as TypedIncident['kind'] })}
        />
        <SelectField
          label={t('form.readers')}
          value={typed.readers}
          options={incidentReaders.map((value) => ({ value, label: t(`readers.${value}`) }))}
          onChange={({ target }) => change({ readers: target.value as TypedIncident['readers'] })}
        />
        {(['en', 'es'] as const).map((lang) => (
          <TextArea
            key={lang}
            lang={lang}
            rows={3}
            label={t(`form.${lang}`)}
            hint={t('form.textHint')}
            error={errors[lang]?.join(' ')}
            value={typed[lang]}
            onChange={({ target }) => change({ [lang]: target.value })}
          />
        ))}
        {(['from', 'until'] as const).map((end) => (
          <TextField
            key={end}
            type="datetime-local"
            label={t(`form.${end}`)}
            hint={t(`form.${end}Hint`)}
            error={errors[end]?.join(' ')}
            value={typed[end]}
            onChange={({ target }) => change({ [end]: target.value })}
          />
        ))}
        <div className="flex flex-col gap-5 md:col-span-2 md:items-start">
          {typed.kind === 'maintenance' && (
            <Areas closes={typed.closes} onChange={(closes) => change({ closes })} />
          )}
          {create.error && <NoteBox tone="bad" role="alert" title={sentenceOf(create.error)} />}
          <Button type="submit" variant="primary" busy={create.isPending}>
            {t('form.show')}
          </Button>
        </div>
      </form>
    </Panel>
  )
}
