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

type Kept = {
  base: Values
  values: Values
  state: FormState
  check: Check
  /** Counts checks: a later one wins over an earlier one. */
  round: number
}

/** The boxes of a form by their field's name, in the order in which they appeared. */
const boxRegister = () => {
  const boxes = new Map<string, Set<Box>>()
  const connected = (name: string) => [...(boxes.get(name) ?? [])].filter((box) => box.isConnected)
  const setFocus = (name: string, { shouldSelect = false }: { shouldSelect?: boolean } = {}) => {
    const [box] = connected(name)
    box?.focus()
    if (shouldSelect) box?.select?.()
  }
  return {
    add: (name: string, box: Box) => boxes.set(name, new Set([...connected(name), box])),
    showAll: (values: Values) => {
      for (const name of boxes.keys()) for (const box of connected(name)) show(box, valueAt(values, name))
    },
    showOne: (name: string, value: unknown) => {
      for (const box of connected(name)) show(box, value)
    },
    setFocus,
    focusFirst: (names: readonly string[]) => {
      const first = [...boxes.keys()].find((name) => names.includes(name)) ?? names[0]
      if (first !== undefined) setFocus(first)
    },
  }
}

/** What is kept, and who is told when it changes. */
const keeper = (kept: Kept) => {
  let version = 0
  const listeners = new Set<() => void>()
  const change = (next: Partial<FormState>) => {
    kept.state = { ...kept.state, ...next }
    version += 1
    for (const listener of listeners) listener()
  }
  /** Checks all values and shows the errors of some fields; those of the server stay. Names the wrong ones. */
  const validate = async (isShown: (name: string) => boolean): Promise<string[]> => {
    const mine = ++kept.round
    const found = await kept.check(kept.values)
    const failed = Object.keys(found).filter(isShown)
    if (mine !== kept.round) return failed
    const stay = Object.entries(kept.state.errors).filter(
      ([name, { type }]) => type === 'server' && !failed.includes(name),
    )
    const own = failed.map((name): [string, FormError] => [
      name,
      { type: 'rule', message: found[name] ?? '' },
    ])
    change({ errors: Object.fromEntries([...stay, ...own]) })
    return failed
  }
  const clearErrors = (name?: string) => {
    const rest = Object.entries(kept.state.errors).filter(([known]) => name !== undefined && known !== name)
    change({ errors: Object.fromEntries(rest) })
  }
  const write = (name: string, value: unknown) => {
    kept.values = put(kept.values, name, value)
    if (kept.state.errors[name]?.type === 'server') clearErrors(name)
    change({ isDirty: JSON.stringify(kept.values) !== JSON.stringify(kept.base) })
  }
  const listen = (listener: () => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }
  return { change, validate, clearErrors, write, listen, version: () => version }
}

const freshState: FormState = { errors: {}, isSubmitting: false, isSubmitted: false, isDirty: false }

/** What a form does with a field: typed into, left, set from outside. */
const fieldActs = ({ kept, keep, boxes, visited }: Parts) => {
  const isShown = (name: string) => kept.state.isSubmitted || visited.has(name)
  return {
    typed: async (name: string, value: unknown) => {
      keep.write(name, value)
      if (isShown(name)) await keep.validate(isShown)
    },
    left: async (name: string) => {
      visited.add(name)
      await keep.validate(isShown)
    },
    setValue: async (name: string, value: unknown, { shouldValidate = false } = {}) => {
      keep.write(name, value)
      boxes.showOne(name, value)
      if (shouldValidate) visited.add(name)
      if (isShown(name)) await keep.validate(isShown)
    },
    setError: (name: string, error: FormError, { shouldFocus = false } = {}) => {
      keep.change({ errors: { ...kept.state.errors, [name]: error } })
      if (shouldFocus) boxes.setFocus(name)
    },
    trigger: async (names?: readonly string[], { shouldFocus = false } = {}): Promise<boolean> => {
      for (const name of names ?? []) visited.add(name)
      const failed = await keep.validate((name) => names === undefined || isShown(name))
      const mine = failed.filter((name) => names === undefined || names.includes(name))
      if (shouldFocus) boxes.focusFirst(mine)
      return mine.length === 0
    },
  }
}

type Parts = {
  readonly kept: Kept
  readonly keep: ReturnType<typeof keeper>
  readonly boxes: ReturnType<typeof boxRegister>
  readonly visited: Set<string>
}

/**
 * The state of a form without any drawing: values, errors, what was visited. A field is checked when it is left
 * for the first time, from then on at each change; after a try to send, all of them are. An error of the server
 * stays until its field changes.
 */
export const formEngine = ({ check, defaults }: { check: Check; defaults: Values }) => {
  const kept: Kept = { base: copied(defaults), values: copied(defaults), state: freshState, check, round: 0 }
  const parts: Parts = { kept, keep: keeper(kept), boxes: boxRegister(), visited: new Set() }
  const { keep, boxes, visited } = parts
  return {
    ...fieldActs(parts),
    read: () => kept.state,
    version: keep.version,
    listen: keep.listen,
    values: () => kept.values,
    clearErrors: keep.clearErrors,
    setFocus: boxes.setFocus,
    /** Other rules from now on: a country was chosen, a setting arrived. */
    setCheck: (next: Check) => {
      kept.check = next
    },
    attach: (name: string, box: Box) => {
      boxes.add(name, box)
      show(box, valueAt(kept.values, name))
    },
    reset: (next?: Values) => {
      kept.base = copied(next ?? kept.base)
      kept.values = copied(kept.base)
      kept.round += 1
      visited.clear()
      boxes.showAll(kept.values)
      keep.change({ errors: {}, isSubmitted: false, isDirty: false })
    },
    /** Checks everything, leads to the first error, else hands the values on; a second press does nothing. */
    send: async (handler: (values: Values) => Promise<unknown>) => {
      if (kept.state.isSubmitting) return
      keep.change({ isSubmitted: true, isSubmitting: true, errors: {} })
      try {
        const failed = await keep.validate(() => true)
        if (failed.length > 0) boxes.focusFirst(failed)
        else await handler(kept.values)
      } finally {
        keep.change({ isSubmitting: false })
      }
    },
  }
}

export type FormEngine = ReturnType<typeof formEngine>
