/**
 * What a box of a form must have; an input, select or textarea does. `focus-only` is a field that draws its
 * value itself, such as a date of three boxes.
 */
export type Box = {
  readonly type: string
  value: string
  checked?: boolean
  readonly isConnected: boolean
  focus: () => void
  select?: () => void
}
export type Values = Record<string, unknown>
export type FormError = { readonly type: string; readonly message: string }
export type FormErrors = Readonly<Record<string, FormError>>
/** Errors of these values by dotted name; empty when all is well. */
export type Check = (values: Values) => Promise<Readonly<Record<string, string>>>

export type FormState = {
  readonly errors: FormErrors
  readonly isSubmitting: boolean
  readonly isSubmitted: boolean
  readonly isDirty: boolean
}

/** Own copies all the way down, so that a form never writes into somebody's constant. */
const copied = (values: Values): Values => structuredClone(values)

export const valueAt = (values: Values, name: string): unknown =>
  name.split('.').reduce<unknown>((at, part) => (at as Values | null | undefined)?.[part], values)

const put = (values: Values, name: string, value: unknown): Values => {
  const [first = '', ...rest] = name.split('.')
  const inner = (values[first] ?? {}) as Values
  return { ...values, [first]: rest.length === 0 ? value : put(inner, rest.join('.'), value) }
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value)

const show = (box: Box, value: unknown) => {
  if (box.type === 'focus-only') return
  if (box.type === 'checkbox') box.checked = value === true
  else if (box.type === 'radio') box.checked = box.value === textOf(value ?? null)
  else if (value !== undefined && box.value !== textOf(value)) box.value = textOf(value)
}

/** The value that a box holds now. */
export const readBox = (box: Box): unknown => (box.type === 'checkbox' ? box.checked === true : box.value)

/**
 * The state of a form without any drawing: values, errors, what was visited. A field is checked when it is
 * left for the first time, from then on at each change; after a try to send, all of them are. An error of the
 * server stays until its field changes.
 */
export const formEngine = ({ check: firstCheck, defaults }: { check: Check; defaults: Values }) => {
  let check = firstCheck
  let base = copied(defaults)
  let values = copied(defaults)
  let state: FormState = { errors: {}, isSubmitting: false, isSubmitted: false, isDirty: false }
  let round = 0
  let version = 0
  const boxes = new Map<string, Set<Box>>()
  const visited = new Set<string>()
  const listeners = new Set<() => void>()

  const tell = () => {
    version += 1
    for (const listener of listeners) listener()
  }
  const change = (next: Partial<FormState>) => {
    state = { ...state, ...next }
    tell()
  }
  const connected = (name: string) => [...(boxes.get(name) ?? [])].filter((box) => box.isConnected)
  const showAll = () => {
    for (const name of boxes.keys()) for (const box of connected(name)) show(box, valueAt(values, name))
  }
  const setFocus = (name: string, { shouldSelect = false }: { shouldSelect?: boolean } = {}) => {
    const [box] = connected(name)
    box?.focus()
    if (shouldSelect) box?.select?.()
  }
  const focusFirst = (names: readonly string[]) => {
    const first = [...boxes.keys()].find((name) => names.includes(name)) ?? names[0]
    if (first !== undefined) setFocus(first)
  }

  /**
   * Checks all values and shows the errors of some fields; `null`: of all. A later check wins over an earlier
   * one.
   */
  const validate = async (shown: (name: string) => boolean): Promise<string[]> => {
    const mine = ++round
    const found = await check(values)
    const failed = Object.keys(found).filter(shown)
    if (mine !== round) return failed
    const kept = Object.entries(state.errors).filter(
      ([name, { type }]) => type === 'server' && !failed.includes(name),
    )
    const own = failed.map((name): [string, FormError] => [
      name,
      { type: 'rule', message: found[name] ?? '' },
    ])
    change({ errors: Object.fromEntries([...kept, ...own]) })
    return failed
  }
  const isShown = (name: string) => state.isSubmitted || visited.has(name)
  const clearErrors = (name?: string) => {
    const rest = Object.entries(state.errors).filter(([known]) => name !== undefined && known !== name)
    change({ errors: Object.fromEntries(rest) })
  }
  const write = (name: string, value: unknown) => {
    values = put(values, name, value)
    const isDirty = JSON.stringify(values) !== JSON.stringify(base)
    if (state.errors[name]?.type === 'server') clearErrors(name)
    change({ isDirty })
  }
  const typed = async (name: string, value: unknown) => {
    write(name, value)
    if (isShown(name)) await validate(isShown)
  }
  const trigger = async (names?: readonly string[], { shouldFocus = false } = {}): Promise<boolean> => {
    for (const name of names ?? []) visited.add(name)
    const failed = await validate((name) => isShown(name) || names === undefined || names.includes(name))
    const mine = failed.filter((name) => names === undefined || names.includes(name))
    if (shouldFocus) focusFirst(mine)
    return mine.length === 0
  }

  return {
    read: () => state,
    version: () => version,
    listen: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    values: () => values,
    /** Other rules from now on: a country was chosen, a setting arrived. */
    setCheck: (next: Check) => {
      check = next
    },
    attach: (name: string, box: Box) => {
      const kept = boxes.get(name) ?? new Set<Box>()
      for (const old of kept) if (!old.isConnected) kept.delete(old)
      boxes.set(name, kept.add(box))
      show(box, valueAt(values, name))
    },
    typed,
    left: async (name: string) => {
      visited.add(name)
      await validate(isShown)
    },
    setValue: async (name: string, value: unknown, { shouldValidate = false } = {}) => {
      write(name, value)
      for (const box of connected(name)) show(box, value)
      if (shouldValidate) visited.add(name)
      if (shouldValidate || isShown(name)) await validate(isShown)
    },
    setError: (name: string, error: FormError, { shouldFocus = false } = {}) => {
      change({ errors: { ...state.errors, [name]: error } })
      if (shouldFocus) setFocus(name)
    },
    clearErrors,
    setFocus,
    trigger,
    reset: (next?: Values) => {
      base = copied(next ?? base)
      values = copied(base)
      visited.clear()
      round += 1
      showAll()
      change({ errors: {}, isSubmitted: false, isDirty: false })
    },
    /**
     * Checks everything, leads to the first error, else hands the values on; a second press waits for the
     * first.
     */
    send: async (handler: (values: Values) => Promise<unknown>) => {
      if (state.isSubmitting) return
      change({ isSubmitted: true, isSubmitting: true, errors: {} })
      try {
        const failed = await validate(() => true)
        if (failed.length > 0) focusFirst(failed)
        else await handler(values)
      } finally {
        change({ isSubmitting: false })
      }
    },
  }
}

export type FormEngine = ReturnType<typeof formEngine>
