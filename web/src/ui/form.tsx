import { fieldErrorMap } from '@cardamom/contract/field-errors'
import type { FormEvent, ReactNode } from 'react'
import {
  useController,
  useForm,
  type Control,
  type DefaultValues,
  type FieldErrors,
  type FieldPath,
  type FieldPathValue,
  type FieldValues,
  type Resolver,
  type UseFormReturn,
} from 'react-hook-form'
import type { z } from 'zod'
import { ApiError } from '../kernel/api-error.ts'
import { useText, type Text } from '../kernel/i18n.tsx'

/** Puts each problem at its field, nested names too; the first of a field wins. */
const errorsOf = <V extends FieldValues>(
  issues: readonly { path: PropertyKey[]; message: string }[],
): FieldErrors<V> => {
  const errors: Record<string, unknown> = {}
  for (const { path, message } of issues) {
    const names = path.length === 0 ? ['root'] : path.map(String)
    const last = names.pop() ?? 'root'
    const parent = names.reduce<Record<string, unknown>>((at, name) => {
      at[name] ??= {}
      return at[name] as Record<string, unknown>
    }, errors)
    parent[last] ??= { type: 'rule', message }
  }
  return errors as FieldErrors<V>
}

/** Checks by the contract's schema and hands on what was typed: calls send the wire form. */
const resolverOf =
  <V extends FieldValues>(schema: z.ZodType<unknown, V>): Resolver<V> =>
  async (values) => {
    const result = await schema.safeParseAsync(values, { error: fieldErrorMap })
    return result.success ? { values, errors: {} } : { values: {}, errors: errorsOf<V>(result.error.issues) }
  }

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

/** Shows a refusal's field errors at their fields and leads to the first. True when there was one. */
export const showFieldErrors = <V extends FieldValues>(form: UseFormReturn<V>, error: ApiError): boolean => {
  const known = Object.entries(error.errors).filter(([, messages]) => messages.length > 0)
  known.forEach(([name, [message = '']], at) => {
    form.setError(name as FieldPath<V>, { type: 'server', message }, { shouldFocus: at === 0 })
  })
  return known.length > 0
}

const messageAt = (errors: FieldErrors, name: string): string | undefined => {
  const found = name
    .split('.')
    .reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], errors)
  const message = (found as { message?: unknown } | undefined)?.message
  return typeof message === 'string' ? message : undefined
}

export type ContractForm<V extends FieldValues> = UseFormReturn<V> & {
  /** Props of a text, password or select field: `<TextField label="…" {...form.field('email')} />`. */
  readonly field: (
    name: FieldPath<V>,
  ) => ReturnType<UseFormReturn<V>['register']> & { error: string | undefined }
  readonly errorOf: (name: FieldPath<V>) => string | undefined
  /** `<form onSubmit={form.send(async (values) => …)}>`; a call in it says `errors: 'fields'`. */
  readonly send: (handler: (values: V) => Promise<unknown>) => (event: FormEvent) => void
}

/**
 * A form over a schema of the contract: the same rules as the server's, checked when a field is left; errors
 * of the server land at their fields. Values are what is sent, not what is parsed.
 */
export const useContractForm = <V extends FieldValues>({
  schema,
  defaultValues,
}: {
  schema: z.ZodType<unknown, V>
  defaultValues: NoInfer<DefaultValues<V>>
}): ContractForm<V> => {
  const t = useText('fields')
  const form = useForm<V>({ resolver: resolverOf<V>(schema), defaultValues, mode: 'onTouched' })
  const { errors } = form.formState
  const errorOf = (name: FieldPath<V>) => sentenceOf({ t, message: messageAt(errors, name) })
  const send = (handler: (values: V) => Promise<unknown>) => {
    const submit = form.handleSubmit(async (values) => {
      try {
        await handler(values)
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        showFieldErrors(form, error)
      }
    })
    return (event: FormEvent) => void submit(event)
  }
  return { ...form, errorOf, send, field: (name) => ({ ...form.register(name), error: errorOf(name) }) }
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
  const { field } = useController({ control: form.control as Control<V>, name })
  return children({ ...field, onChange: (value) => field.onChange(value), error: form.errorOf(name) })
}
