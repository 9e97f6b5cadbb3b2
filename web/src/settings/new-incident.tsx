import {
  closableAreas,
  createIncident,
  incidentKinds,
  incidentReaders,
  listIncidents,
  readShownIncidents,
} from '@cardamom/contract/settings/incidents'
import type { SentInputOf } from '@cardamom/contract/endpoint'
import { readConfig } from '../kernel/branding.ts'
import { useText } from '../kernel/i18n.tsx'
import { useAction } from '../kernel/query.ts'
import { toastSuccess } from '../kernel/toasts.ts'
import { sentenceOf } from '../kernel/transport.ts'
import { Button } from '../ui/button.tsx'
import { Controlled, useContractForm, type ContractForm } from '../ui/form.tsx'
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

const schema = async () => (await import('./incident-rules.ts')).TypedIncident

const Areas = ({ form }: { form: ContractForm<TypedIncident> }) => {
  const t = useText('incidents')
  return (
    <fieldset>
      <legend className="font-medium md:text-base">{t('form.closes')}</legend>
      <Controlled form={form} name="closes">
        {({ value, onChange }) =>
          closableAreas.map((area) => (
            <Checkbox
              key={area}
              checked={value.includes(area)}
              onChange={({ target }) =>
                onChange(target.checked ? [...value, area] : value.filter((each) => each !== area))
              }
            >
              {t(`area.${area}`)}
            </Checkbox>
          ))
        }
      </Controlled>
    </fieldset>
  )
}

/** The form of a new banner. */
export const NewIncident = () => {
  const t = useText('incidents')
  const form = useContractForm<TypedIncident>({ schema, defaultValues: blank })
  const create = useAction(createIncident, { errors: 'none', changes: [listIncidents, readShownIncidents] })
  const send = async (typed: TypedIncident) => {
    await create.mutateAsync({ input: inputOf(typed) })
    toastSuccess(t('form.shown'))
    form.reset(blank)
    void readConfig()
  }
  const { error } = create
  return (
    <Panel title={t('form.title')}>
      <form noValidate className="grid grid-cols-1 gap-x-6 gap-y-5 md:grid-cols-2" onSubmit={form.send(send)}>
        <SelectField
          label={t('form.kind')}
          hint={t('form.kindHint')}
          options={incidentKinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
          {...form.field('kind')}
        />
        <SelectField
          label={t('form.readers')}
          options={incidentReaders.map((value) => ({ value, label: t(`readers.${value}`) }))}
          {...form.field('readers')}
        />
        {(['en', 'es'] as const).map((lang) => (
          <TextArea
            key={lang}
            lang={lang}
            rows={3}
            label={t(`form.${lang}`)}
            hint={t('form.textHint')}
            {...form.field(lang)}
          />
        ))}
        {(['from', 'until'] as const).map((end) => (
          <TextField
            key={end}
            type="datetime-local"
            label={t(`form.${end}`)}
            hint={t(`form.${end}Hint`)}
            {...form.field(end)}
          />
        ))}
        <div className="flex flex-col gap-5 md:col-span-2 md:items-start">
          {form.watch('kind') === 'maintenance' && <Areas form={form} />}
          {error && Object.keys(error.errors).length === 0 && (
            <NoteBox tone="bad" role="alert" title={sentenceOf(error)} />
          )}
          <Button type="submit" variant="primary" busy={form.formState.isSubmitting}>
            {t('form.show')}
          </Button>
        </div>
      </form>
    </Panel>
  )
}
