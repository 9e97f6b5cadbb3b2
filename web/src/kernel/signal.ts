/** A typed event with any number of listeners. */
export type Signal<T> = {
  readonly emit: (value: T) => void
  /** Returns the function that stops listening. */
  readonly listen: (listener: (value: T) => void) => () => void
}

export const signal = <T>(): Signal<T> => {
  const listeners = new Set<(value: T) => void>()
  return {
    emit: (value) => {
      for (const listener of listeners) listener(value)
    },
    listen: (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

/** A value that components subscribe to with `useSyncExternalStore(store.listen, store.read)`. */
export type Store<T> = {
  readonly read: () => T
  readonly write: (value: T) => void
  readonly listen: (listener: () => void) => () => void
}

export const store = <T>(initial: T): Store<T> => {
  let value = initial
  const changed = signal<T>()
  return {
    read: () => value,
    write: (next) => {
      if (Object.is(next, value)) return
      value = next
      changed.emit(next)
    },
    listen: (listener) => changed.listen(() => listener()),
  }
}
