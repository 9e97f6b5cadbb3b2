import { getCompany } from '@cardamom/contract/companies/company-record'
import type { Endpoint } from '@cardamom/contract/endpoint'
import { useMemo, useState, type ReactNode } from 'react'
import { call, isRefusal } from '../kernel/api.ts'
import { conflictOf, type Conflict } from '../kernel/conflict.ts'
import { useText } from '../kernel/i18n.tsx'
import { callKey, queryClient } from '../kernel/query.ts'
import { toastSuccess } from '../kernel/toasts.ts'
import { Button } from '../ui/button.tsx'
import { useContractForm, type ContractForm } from '../ui/form.tsx'
import { ActionBar } from '../ui/page-parts.tsx'
import { SelectField, type Option, type OptionGroup } from '../ui/select-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { ConflictNote, VersionChoice } from '../ui/version-choice.tsx'
import type { CompanyRecord } from './use-company.tsx'

/** A field of a form about a company. Its typed value is a text; the empty text inherits or means none. */
export type CompanyField = {
  readonly name: string
  readonly label: string
  readonly hint?: string
  /** Choices of a list; absent: typed text. */
  readonly options?: readonly Option[]
  readonly groups?: readonly OptionGroup[]
  readonly typedOf: (company: CompanyRecord) => string
  /** The value for the call. */
  readonly sentAs?: (typed: string) => unknown
  /** The field is not in the form: somebody else decides it. */
  readonly isFixed?: boolean
}
type Values = Record<string, string>
export type CompanyForm = ContractForm<Values>
/** The types of arguments are those of the calls; the fields name the inputs. */
type LooseCall = (endpoint: Endpoint, args: object) => Promise<CompanyRecord>

const textOf = ({ options = [], groups = [] }: CompanyField, typed: string, empty: string): string => {
  const known = [...options, ...groups.flatMap((group) => group.options)]
  return known.find(({ value }) => value === typed)?.label ?? (typed === '' ? empty : typed)
}

const typedIn = (fields: readonly CompanyField[], company: CompanyRecord): Values =>
  Object.fromEntries(fields.map(({ name, typedOf }) => [name, typedOf(company)]))

/** Saves what differs from the version that was read. A version without changes of these fields is no conflict. */
const useSaving = (start: CompanyRecord, endpoint: Endpoint, fields: readonly CompanyField[]) => {
  const t = useText('companies')
  const [saved, setSaved] = useState(start)
  const [conflict, setConflict] = useState<Conflict<Values> | null>(null)
  const base = useMemo(() => typedIn(fields, saved), [fields, saved])
  const form: CompanyForm = useContractForm<Values>({ defaultValues: typedIn(fields, start) })
  const changedFields = (one: Values, other: Values) =>
    fields.map(({ name }) => name).filter((name) => one[name] !== other[name])

  /** The latest version, unless it has other values of these fields than the form started from. */
  const latest = () => {
    const isSame = changedFields(base, typedIn(fields, start)).length === 0
    return isSame && start.version > saved.version ? start : saved
  }
  const save = async (mine: Values, from: CompanyRecord = latest()): Promise<unknown> => {
    const before = typedIn(fields, from)
    const input = Object.fromEntries(
      changedFields(before, mine).map((name) => {
        const typed = mine[name] ?? ''
        const sentAs = fields.find((field) => field.name === name)?.sentAs
        return [name, sentAs ? sentAs(typed) : typed === '' ? null : typed]
      }),
    )
    const args = { params: { id: from.id }, input, ifMatch: String(from.version), errors: 'fields' }
    try {
      const answer = await (call as unknown as LooseCall)(endpoint, args)
      queryClient.setQueryData(callKey(getCompany, { params: { id: from.id } }), answer)
      setSaved(answer)
      setConflict(null)
      form.reset(typedIn(fields, answer))
      toastSuccess(t('form.saved'))
      return true
    } catch (error) {
      if (!isRefusal(error, 'record_changed')) throw error
      const record = error.data as CompanyRecord
      const found = conflictOf({ base: before, mine, theirs: typedIn(fields, record) }, changedFields)
      if (found.both.length === 0 && found.adopted.length === 0) return save(mine, record)
      for (const name of found.adopted) form.setValue(String(name), found.theirs[name] ?? '')
      setSaved(record)
      setConflict(found)
      return false
    }
  }
  return { form, save, conflict, changes: changedFields(base, form.watch()).length, base }
}

const ConflictPart = ({
  form,
  conflict,
  fields,
}: {
  form: CompanyForm
  conflict: Conflict<Values>
  fields: readonly CompanyField[]
}) => {
  const t = useText('companies')
  const refused = useText('refusals')
  const labelOf = (name: string | number) => fields.find((field) => field.name === name)?.label ?? ''
  const adopted = conflict.adopted.map(labelOf).join(', ')
  return (
    <div className="flex flex-col gap-4 pb-6">
      <ConflictNote title={`${refused('record_changed')}.`} conflict={conflict}>
        {t('conflict.help')}
        {adopted !== '' && <> {t('conflict.adopted', { fields: adopted })}</>}
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
              shown: textOf(field, conflict[side][field.name] ?? '', t('conflict.inherits')),
              from: t(side === 'mine' ? 'conflict.yours' : 'conflict.theirs'),
            }))}
            chosen={form.watch(field.name)}
            choose={(value) => form.setValue(field.name, value, { shouldDirty: true })}
          />
        ))}
    </div>
  )
}

export const FieldOf = ({ form, field }: { form: CompanyForm; field: CompanyField }) => {
  const { name, label, hint, options, groups } = field
  const frame = { label, ...(hint === undefined ? {} : { hint }), disabled: field.isFixed ?? false }
  if (options === undefined) return <TextField {...frame} autoComplete="off" {...form.field(name)} />
  return <SelectField {...frame} options={options} groups={groups ?? []} {...form.field(name)} />
}

/**
 * A form about a company: fields, the bar that saves them, and both versions where two people changed the same
 * field. `children` gets the typed values, for a preview or a warning.
 */
export const CompanyFormPart = ({
  company,
  endpoint,
  fields,
  children,
}: {
  company: CompanyRecord
  endpoint: Endpoint
  fields: readonly CompanyField[]
  children?: (of: { typed: Values; form: CompanyForm; inputs: ReactNode }) => ReactNode
}) => {
  const t = useText('companies')
  const { form, save, conflict, changes, base } = useSaving(company, endpoint, fields)
  const inputs = (
    <div className="flex flex-col gap-5">
      {fields.map((field) => (
        <FieldOf key={field.name} form={form} field={field} />
      ))}
    </div>
  )
  return (
    <form noValidate onSubmit={form.send((values) => save(values))}>
      {conflict !== null && <ConflictPart form={form} conflict={conflict} fields={fields} />}
      {children ? children({ typed: form.watch(), form, inputs }) : inputs}
      {changes > 0 && (
        <ActionBar note={<span aria-live="polite">{t('form.changes', { count: changes })}</span>}>
          <Button type="submit" variant="primary" busy={form.formState.isSubmitting}>
            {t('form.save')}
          </Button>
          <Button variant="ghost" onClick={() => form.reset(base)}>
            {t('form.discard')}
          </Button>
        </ActionBar>
      )}
    </form>
  )
}
