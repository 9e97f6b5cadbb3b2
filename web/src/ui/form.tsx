import { fieldErrorMap } from '@cardamom/contract/field-errors'
import { useEffect, useState, useSyncExternalStore, type FormEvent, type ReactNode } from 'react'
import type {
  DefaultValues,
  FieldPath,
  FieldPathValue,
  FieldValues,
  UseFormRegisterReturn,
} from 'react-hook-form'
import type { z } from 'zod'
import { ApiError } from '../kernel/api-error.ts'
import { useText, type Text } from '../kernel/i18n.tsx'
import { formEngine, readBox, valueAt } from './form-engine.ts'
import type { Box, Check, FormEngine, FormState, Values } from './form-engine.ts'

/**
 * Rules of a form. A page that is opened in a hurry fetches them later (they are larger than it); where they cannot be
 * had, the server's answer says what is wrong.
 */
type Schema<V = unknown> = z.ZodType<unknown, V> | (() => Promise<z.ZodType<unknown, V>>)

/**
 * The first problem of each field, nested names with points between; a problem of the whole form is `root`.
 */
const checkOf =
  (given: Schema): Check =>
  async (values) => {
    const schema = typeof given === 'function' ? await given().catch(() => null) : given
    const result = await schema?.safeParseAsync(values, { error: fieldErrorMap })
    const found: Record<string, string> = {}
    for (const { path, message } of result?.error?.issues ?? []) found[path.join('.') || 'root'] ??= message
    return found
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

export type FieldProps = UseFormRegisterReturn & { error: string | undefined }

/** Methods, not functions in properties: a form with more fields fits where one with fewer is expected. */
export type ContractForm<V extends FieldValues> = {
  readonly formState: FormState
  /** Props of a text, password or select field: `<TextField label="…" {...form.field('email')} />`. */
  field(name: FieldPath<V>): FieldProps
  /** The same without the error: for a checkbox or radio. */
  register(name: FieldPath<V>): UseFormRegisterReturn
  /** Where `Controlled` puts the focus of a field that draws its value itself. */
  place(name: FieldPath<V>): { ref: (element: HTMLElement | null) => void; onBlur: () => void }
  errorOf(name: FieldPath<V>): string | undefined
  /** `<form onSubmit={form.send(async (values) => …)}>`; a call in it says `errors: 'fields'`. */
  send(handler: (values: V) => Promise<unknown>): (event: FormEvent) => void
  /** What is typed now; the component renders again when it changes. */
  watch(): V
  watch<N extends FieldPath<V>>(name: N): FieldPathValue<V, N>
  /** The same once, without rendering again. */
  getValues(): V
  getValues<N extends FieldPath<V>>(name: N): FieldPathValue<V, N>
  /** Hears every change, to keep a draft; returns the function that stops. */
  subscribe(options: { callback: (now: { values: V }) => void }): () => void
  setValue<N extends FieldPath<V>>(
    name: N,
    value: FieldPathValue<V, N>,
    options?: { shouldValidate?: boolean; shouldDirty?: boolean; shouldTouch?: boolean },
  ): void
  setError(
    name: FieldPath<V> | 'root',
    error: { type: string; message: string },
    options?: { shouldFocus?: boolean },
  ): void
  clearErrors(name?: FieldPath<V>): void
  setFocus(name: FieldPath<V>, options?: { shouldSelect?: boolean }): void
  /** Checks some fields, or all, and shows their errors; true when there are none. */
  trigger(
    names?: FieldPath<V> | readonly FieldPath<V>[],
    options?: { shouldFocus?: boolean },
  ): Promise<boolean>
  /** Back to the first values, or to others. */
  reset(values?: DefaultValues<V>): void
}

type TakesErrors = {
  setError: (
    name: string,
    error: { type: string; message: string },
    options: { shouldFocus: boolean },
  ) => void
}

/** Shows a refusal's field errors at their fields and leads to the first. True when there was one. */
export const showFieldErrors = (form: TakesErrors, error: ApiError): boolean => {
  const known = Object.entries(error.errors).filter(([, messages]) => messages.length > 0)
  known.forEach(([name, [message = '']], at) => {
    form.setError(name, { type: 'server', message }, { shouldFocus: at === 0 })
  })
  return known.length > 0
}

type Registered = Pick<UseFormRegisterReturn, 'name' | 'ref' | 'onChange' | 'onBlur'>

/** The place of a field that draws its value itself. */
const focusOnly = (element: HTMLElement): Box => ({
  type: 'focus-only',
  value: '',
  get isConnected() {
    return element.isConnected
  },
  focus: () => element.focus(),
})

/** Each field's handlers are made once: React must not detach a box at each render. */
const once = <T,>(make: (name: string) => T): ((name: string) => T) => {
  const made = new Map<string, T>()
  return (name) => {
    const known = made.get(name)
    if (known !== undefined) return known
    const fresh = make(name)
    made.set(name, fresh)
    return fresh
  }
}

const registering = (engine: FormEngine) => ({
  register: once((name): Registered => ({
    name,
    ref: (box: Box | null) => {
      if (box !== null) engine.attach(name, box)
    },
    onChange: ({ target }: { target: Box }) => engine.typed(name, readBox(target)),
    onBlur: () => engine.left(name),
  })),
  place: once((name) => ({
    ref: (element: HTMLElement | null) => {
      if (element !== null) engine.attach(name, focusOnly(element))
    },
    onBlur: () => void engine.left(name),
  })),
})

type Sender<V extends FieldValues> = ContractForm<V>['send']

const sendingTo =
  <V extends FieldValues>(engine: FormEngine): Sender<V> =>
  (handler) =>
  (event) => {
    event.preventDefault()
    void engine.send(async (values) => {
      try {
        await handler(values as V)
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        showFieldErrors(engine, error)
      }
    })
  }

/** The engine in the words of the form; made once, so every method stays the same function. */
const methodsOf = <V extends FieldValues>(schema: Schema, defaults: Values) => {
  const engine = formEngine({ check: checkOf(schema), defaults })
  const { register, place } = registering(engine)
  const valueOf = (name?: string) => (name === undefined ? engine.values() : valueAt(engine.values(), name))
  const methods = {
    place,
    register: register as ContractForm<V>['register'],
    send: sendingTo<V>(engine),
    watch: valueOf as ContractForm<V>['watch'],
    getValues: valueOf as ContractForm<V>['getValues'],
    subscribe: (({ callback }) =>
      engine.listen(() => callback({ values: engine.values() as V }))) as ContractForm<V>['subscribe'],
    setValue: ((name, value, options) =>
      void engine.setValue(name, value, options)) as ContractForm<V>['setValue'],
    setError: engine.setError as ContractForm<V>['setError'],
    clearErrors: engine.clearErrors as ContractForm<V>['clearErrors'],
    setFocus: engine.setFocus as ContractForm<V>['setFocus'],
    trigger: ((names, options) =>
      engine.trigger(typeof names === 'string' ? [names] : names, options)) as ContractForm<V>['trigger'],
    reset: engine.reset as ContractForm<V>['reset'],
  }
  return { engine, methods }
}

/**
 * A form over a schema of the contract: the same rules as the server's, checked when a field is left; errors
 * of the server land at their fields. Values are what is sent, not what is parsed. The schema may change
 * between renders.
 */
export const useContractForm = <V extends FieldValues>({
  schema,
  defaultValues,
}: {
  schema: Schema<V>
  defaultValues: NoInfer<DefaultValues<V>>
}): ContractForm<V> => {
  const t = useText('fields')
  const [{ engine, methods }] = useState(() => methodsOf<V>(schema, defaultValues as Values))
  useEffect(() => engine.setCheck(checkOf(schema)), [engine, schema])
  useSyncExternalStore(engine.listen, engine.version)
  const formState = engine.read()
  const errorOf = (name: string) => sentenceOf({ t, message: formState.errors[name]?.message })
  const field = (name: FieldPath<V>): FieldProps => ({ ...methods.register(name), error: errorOf(name) })
  return { ...methods, formState, errorOf, field }
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
  const { ref, onBlur } = form.place(name)
  return children({
    value: form.watch(name),
    onChange: (value) => form.setValue(name, value),
    onBlur,
    name,
    ref,
    error: form.errorOf(name),
  })
}
