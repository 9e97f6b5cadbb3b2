import type { Endpoint } from '@cardamom/contract/endpoint'
import { useMemo, useState, type ReactNode } from 'react'
import { call, isRefusal } from '../kernel/api.ts'
import { conflictOf, type Conflict } from '../kernel/conflict.ts'
import { useText } from '../kernel/i18n.tsx'
import { callKey, queryClient } from '../kernel/query.ts'
import { toastSuccess } from '../kernel/toasts.ts'
import { useContractForm, type ContractForm } from './form.tsx'
import { asideColumns } from './page-parts.tsx'
import { SaveBar } from './save-bar.tsx'
import { SelectField, type Option, type OptionGroup } from './select-field.tsx'
import { TextField } from './text-field.tsx'
import { ConflictNote, VersionChoice } from './version-choice.tsx'

/** A record with the version that a change names. */
export type VersionOfRecord = { readonly version: number }

/** A field of a form about a record. Its typed value is a text; the empty text means none, or inherits. */
export type RecordField<R> = {
  readonly name: string
  readonly label: string
  readonly hint?: string
  /** Choices of a list; absent: typed text. */
  readonly options?: readonly Option[]
  readonly groups?: readonly OptionGroup[]
  readonly typedOf: (record: R) => string
  /** The value for the call. */
  readonly sentAs?: (typed: string) => unknown
  /** A typed value as people read it, where it is no text. */
  readonly shownAs?: (typed: string) => string
  /** An amount of USD, a whole number or a time with its unit, with the matching keyboard. */
  readonly kind?: 'money' | 'number' | 'duration'
  /** Shown in the box, after the number. */
  readonly unit?: string
  /** It is sent with the changes and is no change itself: a reason. */
  readonly isAside?: boolean
  /** The field is not in the form: another person decides it. */
  readonly isFixed?: boolean
}
type Values = Record<string, string>
export type RecordFormState = ContractForm<Values>
type FormProps<R extends VersionOfRecord> = {
  readonly record: R
  /** The call that reads the record, with its path parameters: its answer is replaced by what was saved. */
  readonly read: Endpoint
  readonly params: object
  /** The call that saves the fields that differ. */
  readonly endpoint: Endpoint
  /** How the fields that differ are sent. Null: they were requested, and nothing is saved yet. */
  readonly send?: (from: R, input: Readonly<Record<string, unknown>>) => Promise<R | null>
  readonly fields: readonly RecordField<R>[]
  /** Lists that show the record. */
  readonly lists?: readonly Endpoint[]
}

/** The types of arguments are those of the calls; the fields name the inputs. */
type LooseCall = (endpoint: Endpoint, args: object) => Promise<unknown>

const textOf = (
  { options = [], groups = [], shownAs }: Pick<RecordField<never>, 'options' | 'groups' | 'shownAs'>,
  typed: string,
  empty: string,
): string => {
  if (shownAs !== undefined) return shownAs(typed)
  const known = [...options, ...groups.flatMap((group) => group.options)]
  return known.find(({ value }) => value === typed)?.label ?? (typed === '' ? empty : typed)
}

const typedIn = <R,>(fields: readonly RecordField<R>[], record: R): Values =>
  Object.fromEntries(fields.map(({ name, typedOf }) => [name, typedOf(record)]))

/** Saves what differs from the version that was read. A version without changes of these fields is no conflict. */
const useSaving = <R extends VersionOfRecord>(of: FormProps<R>) => {
  const { record: start, read, params, endpoint, send, fields, lists = [] } = of
  const t = useText('recordForm')
  const [saved, setSaved] = useState(start)
  const [conflict, setConflict] = useState<Conflict<Values> | null>(null)
  const base = useMemo(() => typedIn(fields, saved), [fields, saved])
  const form: RecordFormState = useContractForm<Values>({ defaultValues: typedIn(fields, start) })
  const changedFields = (one: Values, other: Values) =>
    fields.map(({ name }) => name).filter((name) => one[name] !== other[name])

  /** The latest version, unless it has other values of these fields than the form started from. */
  const latest = () => {
    const isSame = changedFields(base, typedIn(fields, start)).length === 0
    return isSame && start.version > saved.version ? start : saved
  }
  const save = async (mine: Values, from: R = latest()): Promise<unknown> => {
    const before = typedIn(fields, from)
    const input = Object.fromEntries(
      changedFields(before, mine).map((name) => {
        const typed = mine[name] ?? ''
        const sentAs = fields.find((field) => field.name === name)?.sentAs
        return [name, sentAs ? sentAs(typed) : typed === '' ? null : typed]
      }),
    )
    const args = { params, input, ifMatch: String(from.version), errors: 'fields' }
    try {
      const sent = send ? send(from, input) : (call as unknown as LooseCall)(endpoint, args)
      const answer = (await sent) as R | null
      if (answer === null) {
        form.reset(typedIn(fields, from))
        setConflict(null)
        return true
      }
      queryClient.setQueryData(callKey(read, { params }), answer)
      for (const { path } of lists) void queryClient.invalidateQueries({ queryKey: [path] })
      setSaved(answer)
      setConflict(null)
      form.reset(typedIn(fields, answer))
      toastSuccess(t('saved'))
      return true
    } catch (error) {
      if (!isRefusal(error, 'record_changed')) throw error
      const record = error.data as R
      const found = conflictOf({ base: before, mine, theirs: typedIn(fields, record) }, changedFields)
      if (found.both.length === 0 && found.adopted.length === 0) return save(mine, record)
      for (const name of found.adopted) form.setValue(String(name), found.theirs[name] ?? '')
      setSaved(record)
      setConflict(found)
      return false
    }
  }
  return { form, save, conflict, changed: changedFields(base, form.watch()), base }
}

const ConflictPart = <R,>({
  form,
  conflict,
  fields,
  empty,
}: {
  form: RecordFormState
  conflict: Conflict<Values>
  fields: readonly RecordField<R>[]
  empty: string | undefined
}) => {
  const t = useText('recordForm')
  const refused = useText('refusals')
  const labelOf = (name: string | number) => fields.find((field) => field.name === name)?.label ?? ''
  const adopted = conflict.adopted.map(labelOf).join(', ')
  return (
    <div className="flex flex-col gap-4 pb-6">
      <ConflictNote title={`${refused('record_changed')}.`} conflict={conflict}>
        {t('help')}
        {adopted !== '' && <> {t('adopted', { fields: adopted })}</>}
      </ConflictNote>
      {fields
        .filter(({ name }) => conflict.both.includes(name))
        .map((field) => (
          <VersionChoice
            key={field.name}
            name={`conflict-${field.name}`}
            label={field.label}
            versions={(['mine', 'theirs'] as const).map((side) => ({
              value: conflict[side][field.name] ?? '',
              shown: textOf(field, conflict[side][field.name] ?? '', empty ?? t('empty')),
              from: t(side === 'mine' ? 'yours' : 'theirs'),
            }))}
            chosen={form.watch(field.name)}
            choose={(value) => form.setValue(field.name, value, { shouldDirty: true })}
          />
        ))}
    </div>
  )
}

const keyboards = {
  money: { start: '$', inputMode: 'decimal', isShort: true },
  number: { inputMode: 'numeric', isShort: true },
  duration: { isShort: true },
} as const

/** The input of one field. */
export const FieldOf = <R,>({ form, field }: { form: RecordFormState; field: RecordField<R> }) => {
  const { name, label, hint, options, groups } = field
  const frame = { label, ...(hint === undefined ? {} : { hint }), disabled: field.isFixed ?? false }
  if (options === undefined) {
    const keyboard = field.kind === undefined ? {} : keyboards[field.kind]
    const unit = field.unit && { end: <span className="pr-1.5 text-mute">{field.unit}</span> }
    return <TextField {...frame} {...keyboard} {...unit} autoComplete="off" {...form.field(name)} />
  }
  return <SelectField {...frame} options={options} groups={groups ?? []} {...form.field(name)} />
}

/**
 * A form about a record: fields, the bar that saves them, and both versions where two people changed the same field.
 * `children` gets the typed values, for a preview or a warning.
 */
export const RecordForm = <R extends VersionOfRecord>({
  children,
  aside,
  empty,
  ...of
}: FormProps<R> & {
  /** The second column, which changes fields too; on a phone it follows the bar that saves. */
  aside?: (form: RecordFormState) => ReactNode
  /** Word for a field without a value, where a conflict shows it. */
  empty?: string
  children?: (of: {
    typed: Values
    form: RecordFormState
    inputs: ReactNode
    /** Whether something differs from what is saved. */
    isChanged: boolean
  }) => ReactNode
}) => {
  const t = useText('recordForm')
  const { fields, endpoint } = of
  /** A second person makes the change. */
  const isRequest = endpoint.fourEyes === true
  const { form, save, conflict, changed, base } = useSaving(of)
  const isAside = (name: string) => fields.some((field) => field.name === name && field.isAside)
  const changes = changed.filter((name) => !isAside(name)).length
  const inputs = (
    <div className="flex flex-col gap-5">
      {fields.map((field) => (
        <FieldOf key={field.name} form={form} field={field} />
      ))}
    </div>
  )
  return (
    <form
      noValidate
      onSubmit={form.send((values) => save(values))}
      className={aside === undefined ? undefined : asideColumns}
    >
      <div className="min-w-0">
        {conflict !== null && <ConflictPart form={form} conflict={conflict} fields={fields} empty={empty} />}
        {children ? children({ typed: form.watch(), form, inputs, isChanged: changes > 0 }) : inputs}
        {changes > 0 && (
          <SaveBar
            note={t(isRequest ? 'requests' : 'changes', { count: changes })}
            save={t(isRequest ? 'request' : 'save')}
            discard={t('discard')}
            busy={form.formState.isSubmitting}
            onDiscard={() => form.reset(base)}
          />
        )}
      </div>
      {aside !== undefined && <div className="min-w-0">{aside(form)}</div>}
    </form>
  )
}
