import { fieldErrorMap } from '@cardamom/contract/field-errors'
import {
  get,
  set,
  type FieldPath,
  type FieldValues,
  type Resolver,
  type UseFormProps,
  type UseFormRegisterReturn,
  type UseFormReturn,
} from 'react-hook-form'
import type { z } from 'zod'
import { ApiError } from '../kernel/api-error.ts'
import { unsavedFields } from './unsaved-fields.ts'

type Schema<V> = z.ZodType<unknown, V>
/**
 * Rules of a form: a schema of the contract, or a function that fetches it. Pages fetch it (`import()`),
 * because zod is larger than most pages. When the schema cannot be fetched, the server's answer shows the
 * errors.
 */
export type Rules<V> = Schema<V> | (() => Promise<Schema<V>>)

type Refusal = { readonly message: string; readonly value: string }

const valueText = (values: FieldValues, name: string): string => JSON.stringify(get(values, name)) ?? ''

/**
 * Path of an error: an error of a list of rows is stored with those of its rows, an error of the whole form
 * at `root`.
 */
const errorPath = (values: FieldValues, name: string): string => {
  if (name === '') return 'root'
  return Array.isArray(get(values, name)) ? `${name}.root` : name
}

/**
 * Checks of a form: its rules, and the values that the server refused. A refused value stays wrong until it
 * is changed or sent again.
 */
export const formRules = <V extends FieldValues>(rules: Rules<V> | undefined) => {
  let current = rules
  const refusals = new Map<string, Refusal>()
  /** Fetches the schema; null when that fails. */
  const schema = async (): Promise<Schema<V> | null> =>
    typeof current === 'function' ? await current().catch(() => null) : (current ?? null)
  const resolver: Resolver<V> = async (values) => {
    const result = await (await schema())?.safeParseAsync(values, { error: fieldErrorMap })
    const errors: FieldValues = {}
    const add = (name: string, error: { type: string; message: string }) => {
      const path = errorPath(values, name)
      if (get(errors, path) === undefined) set(errors, path, error)
    }
    for (const [name, { message, value }] of refusals) {
      if (valueText(values, name) === value) add(name, { type: 'server', message })
    }
    for (const { path, message } of result?.error?.issues ?? [])
      add(path.join('.'), { type: 'rule', message })
    return { values, errors } as Awaited<ReturnType<Resolver<V>>>
  }
  return {
    /** Options of `useForm`: a field is first checked when it is left, and then at each change. */
    options: { mode: 'onTouched', reValidateMode: 'onChange', resolver } satisfies UseFormProps<V>,
    schema,
    /** Replaces the rules: a country was chosen, a setting arrived. */
    replace: (next: Rules<V> | undefined) => {
      current = next
    },
    refuse: (values: V, { name, message }: { name: string; message: string }) =>
      refusals.set(name, { message, value: valueText(values, name) }),
    /** Returns the fields that were refused. */
    forgetRefusals: (): string[] => {
      const names = [...refusals.keys()]
      refusals.clear()
      return names
    },
  }
}

/**
 * The parts of the library that the form's methods use: the result of `useForm`, or of `createFormControl` in
 * a test.
 */
type Library<V extends FieldValues> = Pick<
  UseFormReturn<V>,
  'register' | 'trigger' | 'handleSubmit' | 'getValues' | 'setValue' | 'setFocus' | 'reset'
>

/** The methods of a form that differ from the library's own. Made once per form. */
export const formMethods = <V extends FieldValues>(
  library: Library<V>,
  rules: ReturnType<typeof formRules<V>>,
) => {
  const registered = new Set<FieldPath<V>>()
  // The library checks these fields again with each change, so that a corrected password also clears the
  // error of its repetition.
  const left: FieldPath<V>[] = []
  const add = (names: Iterable<FieldPath<V>>) =>
    left.push(...[...names].filter((name) => !left.includes(name)))
  const unsaved = unsavedFields(library)
  let isSending = false
  /** The values that are being sent. A refusal applies to them, whatever has been typed since. */
  let sent: V | null = null

  const fieldOptions = (name: FieldPath<V>) => {
    registered.add(name)
    return { deps: left, onBlur: () => add([name]) }
  }
  const trigger = async (
    names?: FieldPath<V> | readonly FieldPath<V>[],
    { shouldFocus = false } = {},
  ): Promise<boolean> => {
    const list = typeof names === 'string' ? [names] : names
    add(list ?? registered)
    return await library.trigger(list, { shouldFocus, shouldTouch: true })
  }
  /** Shows the server's errors at their fields and focuses the first. False when no field has an error. */
  const showRefusals = async (errors: ApiError['errors']): Promise<boolean> => {
    const names = Object.keys(errors).filter((name) => errors[name]?.[0] !== undefined) as FieldPath<V>[]
    for (const name of names) {
      rules.refuse(sent ?? library.getValues(), { name, message: errors[name]?.[0] ?? '' })
    }
    if (names.length > 0) await trigger(names, { shouldFocus: true })
    return names.length > 0
  }
  const submit = async (handler: (values: V) => Promise<unknown>, event?: { preventDefault: () => void }) => {
    event?.preventDefault()
    if (isSending) return
    isSending = true
    rules.forgetRefusals()
    add(registered)
    const handle = async (values: V) => {
      sent = values
      const before = unsaved.saved()
      try {
        const answer = await handler(values)
        // The handler may have reset the form to other values.
        if (answer !== false && unsaved.saved() === before) unsaved.save(values)
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        await showRefusals(error.errors)
      }
    }
    try {
      await library.handleSubmit(handle)()
    } finally {
      isSending = false
      sent = null
    }
  }
  const setValue: UseFormReturn<V>['setValue'] = (name, value, options = {}) => {
    if (options.shouldValidate) add([name])
    library.setValue(name, value, options.shouldValidate ? { ...options, shouldTouch: true } : options)
  }
  const reset: UseFormReturn<V>['reset'] = (values, options) => {
    rules.forgetRefusals()
    left.length = 0
    library.reset(values, options)
    unsaved.save(library.getValues())
  }
  const register = (name: FieldPath<V>): UseFormRegisterReturn => {
    const field = library.register(name, fieldOptions(name))
    return { ...field, ref: followed(name, field.ref) }
  }
  /** A field's ref that also records whether the field is on the page. */
  const followed =
    <E extends Element>(name: FieldPath<V>, ref: (element: E | null) => void) =>
    (element: E | null): void => {
      unsaved.follow(name, element)
      ref(element)
    }
  return {
    fieldOptions,
    followed,
    register,
    trigger,
    showRefusals,
    /** Ends the errors of the server: another field has changed what was refused. */
    forgetRefusals: () => {
      const names = rules.forgetRefusals() as FieldPath<V>[]
      if (names.length > 0) void library.trigger(names)
    },
    submit,
    setValue,
    reset,
    /** Input that leaving the page would lose; none while it is being sent. */
    unsaved: {
      isWithin: (part: Node) => !isSending && unsaved.isWithin(part),
      discard: () => reset(unsaved.saved()),
    },
  }
}
