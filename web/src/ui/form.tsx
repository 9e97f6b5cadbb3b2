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

/** A rule's code in the reader's language; a sentence (the server's) as it is. */
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

/** Methods, not functions in properties: a form with more fields fits where one with fewer is expected. */
export type ContractForm<V extends FieldValues> = {
  readonly formState: Pick<
    FormState<V>,
    'errors' | 'isDirty' | 'isSubmitted' | 'isSubmitting' | 'isSubmitSuccessful'
  >
  /** The library's own handle, for `Controlled` and `useRows`. */
  readonly control: Control
  /** Props of a text, password or select field: `<TextField label="…" {...form.field('email')} />`. */
  field(name: FieldPath<V>): FieldProps
  /** The same without the error: for a checkbox or radio. */
  register(name: FieldPath<V>): UseFormRegisterReturn
  /** For `Controlled`: when the library checks the field. */
  fieldOptions(name: FieldPath<V>): object
  /** For `Controlled`: a ref that also tells whether the field is on the page. */
  followed(
    name: FieldPath<V>,
    ref: (element: HTMLInputElement | null) => void,
  ): (element: HTMLInputElement | null) => void
  errorOf(name: FieldPath<V>): string | undefined
  /**
   * `<form onSubmit={form.send(async (values) => …)}>`; a call in it says `errors: 'fields'`. A handler that resolves to
   * `false` has saved nothing.
   */
  send(handler: (values: V) => Promise<unknown>): (event?: FormEvent) => void
  /** What is typed now; the component renders again when it changes. */
  watch(): V
  watch<N extends FieldPath<V>>(name: N): FieldPathValue<V, N>
  /** The same once, without rendering again. */
  getValues(): V
  getValues<N extends FieldPath<V>>(name: N): FieldPathValue<V, N>
  /** Calls back with every change, to save a draft; returns the function that stops. */
  subscribe: UseFormReturn<V>['subscribe']
  setValue<N extends FieldPath<V>>(
    name: N,
    value: FieldPathValue<V, N>,
    options?: { shouldValidate?: boolean; shouldDirty?: boolean },
  ): void
  /** Shows errors of the server at their fields and leads to the first. False when no field is to blame. */
  showRefusals(errors: ApiError['errors']): Promise<boolean>
  setFocus(name: FieldPath<V>, options?: { shouldSelect?: boolean }): void
  /** Checks some fields, or all, and shows their errors; true when there are none. */
  trigger(
    names?: FieldPath<V> | readonly FieldPath<V>[],
    options?: { shouldFocus?: boolean },
  ): Promise<boolean>
  /** Back to the first values, or to others. */
  reset(values?: DefaultValues<V>): void
}

/**
 * A form over a schema of the contract. Fields are checked by the server's own rules when they are left, and errors of
 * the server are shown at their fields. The handler gets the values as they were typed, not as the schema parses them.
 * The schema may change between renders; where it is a function, it is fetched after the page has drawn. Leaving the
 * page asks first where the input of several fields, or a long text, would be lost.
 */
export const useContractForm = <V extends FieldValues>({
  schema,
  defaultValues,
  asksBeforeLeaving = true,
}: {
  /** Left out where nothing but the handler judges what was typed: a code, a password. */
  schema?: Rules<V> | undefined
  defaultValues: NoInfer<DefaultValues<V>>
  /** False where nothing is lost: a draft is saved, or the fields only choose what is shown. */
  asksBeforeLeaving?: boolean
}): ContractForm<V> => {
  const t = useText('fields')
  const [rules] = useState(() => formRules<V>(schema))
  const library = useForm<V>({ ...rules.options, defaultValues })
  const [methods] = useState(() => formMethods<V>(library, rules))
  useEffect(() => rules.replace(schema), [rules, schema])
  useEffect(
    () => (asksBeforeLeaving ? guardUnsaved(methods.unsaved) : undefined),
    [asksBeforeLeaving, methods],
  )
  useEffect(() => (asksBeforeLeaving ? preloadUnsavedQuestion() : undefined), [asksBeforeLeaving])
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

/** A field that is not a plain input (date, phone, switch): hands its value and error to `children`. */
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

/** Rows of a form, one after another: `append`, `remove` and `fields`, each with an `id` to be its key. */
export const useRows = <V extends FieldValues, N extends FieldArrayPath<V>>(
  form: ContractForm<V>,
  name: N,
): UseFieldArrayReturn<V, N> => useFieldArray({ control: form.control as unknown as Control<V>, name })
