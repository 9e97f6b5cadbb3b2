import { useEffect, useState, type FormEvent, type ReactNode } from 'react'
import {
  get,
  useController,
  useFieldArray,
  useForm,
  type Control,
  type DefaultValues,
  type FieldArrayPath,
  type FieldError,
  type FieldPath,
  type FieldPathValue,
  type FieldValues,
  type FormState,
  type UseFieldArrayReturn,
  type UseFormRegisterReturn,
  type UseFormReturn,
} from 'react-hook-form'
import type { ApiError } from '../kernel/api-error.ts'
import { useText, type Text } from '../kernel/i18n.tsx'
import { whenIdle } from '../kernel/idle.ts'
import { guardUnsaved } from '../kernel/unsaved.ts'
import { formMethods, formRules, type Rules } from './form-rules.ts'
import { preloadUnsavedQuestion } from './unsaved-question.tsx'

const isCode = /^[a-z_]+$/

/** A rule's code as a sentence in the reader's language; the server's sentence unchanged. */
const sentenceOf = ({
  t,
  message,
}: {
  t: Text<'fields'>
  message: string | undefined
}): string | undefined => {
  if (message === undefined || !isCode.test(message)) return message
  const key = message as Parameters<typeof t.has>[0]
  return t.has(key) ? t(key) : t('invalid')
}

export type FieldProps = UseFormRegisterReturn & { error: string | undefined }

/**
 * Methods instead of properties with functions: so a form with more fields can be passed where fewer are
 * needed.
 */
export type ContractForm<V extends FieldValues> = {
  readonly formState: Pick<
    FormState<V>,
    'errors' | 'isDirty' | 'isSubmitted' | 'isSubmitting' | 'isSubmitSuccessful'
  >
  /** The library's own control, for `Controlled` and `useRows`. */
  readonly control: Control
  /** Props of a text, password or select field: `<TextField label="…" {...form.field('email')} />`. */
  field(name: FieldPath<V>): FieldProps
  /** Props without the error: for a checkbox or radio button. */
  register(name: FieldPath<V>): UseFormRegisterReturn
  /** For `Controlled`: options that decide when the library checks the field. */
  fieldOptions(name: FieldPath<V>): object
  /** For `Controlled`: a ref that also records whether the field is on the page. */
  followed(
    name: FieldPath<V>,
    ref: (element: HTMLInputElement | null) => void,
  ): (element: HTMLInputElement | null) => void
  errorOf(name: FieldPath<V>): string | undefined
  /**
   * `<form onSubmit={form.send(async (values) => …)}>`. Calls in the handler use `errors: 'fields'`. A
   * handler that resolves to `false` has saved nothing.
   */
  send(handler: (values: V) => Promise<unknown>): (event?: FormEvent) => void
  /** The current values; the component renders again when they change. */
  watch(): V
  watch<N extends FieldPath<V>>(name: N): FieldPathValue<V, N>
  /** The current values, without rendering again on changes. */
  getValues(): V
  getValues<N extends FieldPath<V>>(name: N): FieldPathValue<V, N>
  /** Calls a function after every change, to save a draft; returns a function that unsubscribes. */
  subscribe: UseFormReturn<V>['subscribe']
  setValue<N extends FieldPath<V>>(
    name: N,
    value: FieldPathValue<V, N>,
    options?: { shouldValidate?: boolean; shouldDirty?: boolean },
  ): void
  /** Shows the server's errors at their fields and focuses the first. False when no field has an error. */
  showRefusals(errors: ApiError['errors']): Promise<boolean>
  /** Ends the errors of the server: another field has changed what was refused. */
  readonly forgetRefusals: () => void
  setFocus(name: FieldPath<V>, options?: { shouldSelect?: boolean }): void
  /** Checks some or all fields and shows their errors; true when there are none. */
  trigger(
    names?: FieldPath<V> | readonly FieldPath<V>[],
    options?: { shouldFocus?: boolean },
  ): Promise<boolean>
  /** Resets the form to its first values, or to others. */
  reset(values?: DefaultValues<V>): void
}

/**
 * A form over a schema of the contract. Fields are checked by the server's own rules when they are left, and
 * errors of the server are shown at their fields. The handler gets the values as they were typed, not as the
 * schema parses them. The schema may change between renders; a function is called after the page is drawn.
 * A question comes before leaving the page would lose the input of several fields, or a long text.
 */
export const useContractForm = <V extends FieldValues>({
  schema,
  defaultValues,
  confirmsLeaving = true,
}: {
  /** Left out when only the handler checks the input: a code, a password. */
  schema?: Rules<V> | undefined
  defaultValues: NoInfer<DefaultValues<V>>
  /** False when nothing can be lost: a draft is saved, or the fields only choose what is shown. */
  confirmsLeaving?: boolean
}): ContractForm<V> => {
  const t = useText('fields')
  const [rules] = useState(() => formRules<V>(schema))
  const library = useForm<V>({ ...rules.options, defaultValues })
  const [methods] = useState(() => formMethods<V>(library, rules))
  useEffect(() => rules.replace(schema), [rules, schema])
  useEffect(() => (confirmsLeaving ? guardUnsaved(methods.unsaved) : undefined), [confirmsLeaving, methods])
  useEffect(() => (confirmsLeaving ? preloadUnsavedQuestion() : undefined), [confirmsLeaving])
  useEffect(() => whenIdle(() => void rules.schema()), [rules])
  const { errors } = library.formState
  const errorOf = (name: string) => {
    const error = get(errors, name) as (FieldError & { root?: FieldError }) | undefined
    return sentenceOf({ t, message: error?.message ?? error?.root?.message })
  }
  const form = {
    ...library,
    ...methods,
    errorOf,
    field: (name: FieldPath<V>) => ({ ...methods.register(name), error: errorOf(name) }),
    send: (handler: (values: V) => Promise<unknown>) => (event?: FormEvent) =>
      void methods.submit(handler, event),
  }
  return form as unknown as ContractForm<V>
}

/** A field that is not a plain input (date, phone, switch): passes its value and error to `children`. */
export const Controlled = <V extends FieldValues, N extends FieldPath<V>>({
  form,
  name,
  children,
}: {
  form: ContractForm<V>
  name: N
  children: (field: {
    value: FieldPathValue<V, N>
    onChange: (value: FieldPathValue<V, N>) => void
    onBlur: () => void
    name: N
    ref: (element: HTMLInputElement | null) => void
    error: string | undefined
  }) => ReactNode
}) => {
  const { field } = useController({ control: form.control, name, rules: form.fieldOptions(name) })
  const { onChange, onBlur, ref } = field
  return children({
    value: field.value as FieldPathValue<V, N>,
    onChange,
    onBlur,
    name,
    ref: form.followed(name, ref),
    error: form.errorOf(name),
  })
}

/** Rows of a form: `append`, `remove` and `fields`; the `id` of each field entry is its key. */
export const useRows = <V extends FieldValues, N extends FieldArrayPath<V>>(
  form: ContractForm<V>,
  name: N,
): UseFieldArrayReturn<V, N> => useFieldArray({ control: form.control as unknown as Control<V>, name })
