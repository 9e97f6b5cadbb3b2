import { use, type FunctionComponent } from 'react'

/** A component whose file is loaded when it is first needed. */
export type Late<P extends object = object> = FunctionComponent<P> & {
  /** Begins to load the file, or begins again after that failed. Resolves when there is no more to wait for. */
  readonly preload: () => Promise<void>
}

/**
 * `late(() => import('./admin-layout.tsx'), 'AdminLayout')`. Once the file is there the component renders at once,
 * which `React.lazy` does not: no spinner flashes up, and none has to be kept on for React's own third of a second.
 */
export const late = <P extends object, K extends string>(
  load: () => Promise<{ readonly [name in K]: FunctionComponent<P> }>,
  name: K,
): Late<P> => {
  let loaded: FunctionComponent<P> | null = null
  let loading: Promise<FunctionComponent<P>> | null = null
  let hasFailed = false
  const begin = (): Promise<FunctionComponent<P>> => {
    hasFailed = false
    const begun = load().then((module) => {
      loaded = module[name]
      return module[name]
    })
    begun.catch(() => {
      hasFailed = true
    })
    return begun
  }
  const preload = async () => {
    if (loading === null || hasFailed) loading = begin()
    await loading.catch(() => undefined)
  }
  // A failure is kept while React renders: a new try at each render would never end.
  const Place = (props: P) => {
    const Loaded = loaded ?? use((loading ??= begin()))
    return <Loaded {...props} />
  }
  return Object.assign(Place, { preload })
}
