import { Component, Suspense, use, type FunctionComponent, type ReactNode } from 'react'
import { coreText } from './i18n.tsx'
import {
  importWhenReachable,
  isLoadFailure,
  recordLoadFailure,
  recovery,
  type Recovery,
} from './load-failure.ts'
import { toastError } from './toasts.ts'

/** A component whose file loads when it is first needed. */
export type Deferred<P extends object = object> = FunctionComponent<P> & {
  /** Starts loading the file, or starts again after a failure. Resolves when loading has ended. */
  readonly preload: () => Promise<void>
}

/**
 * `deferred(() => import('./admin-layout.tsx'), 'AdminLayout')`. Once the file is loaded, the component
 * renders at once. `React.lazy` would show a spinner for at least a third of a second.
 */
export const deferred = <P extends object, K extends string>(
  load: () => Promise<{ readonly [name in K]: FunctionComponent<P> }>,
  name: K,
): Deferred<P> => {
  let loaded: FunctionComponent<P> | null = null
  let loading: Promise<FunctionComponent<P>> | null = null
  let hasFailed = false
  const start = (): Promise<FunctionComponent<P>> => {
    hasFailed = false
    const importing = importWhenReachable(load).then((module) => {
      loaded = module[name]
      return module[name]
    })
    importing.catch(() => {
      hasFailed = true
      recordLoadFailure(preload)
    })
    return importing
  }
  const preload = async () => {
    if (loading === null || hasFailed) loading = start()
    await loading.catch(() => undefined)
  }
  // A failure is stored during rendering: a new try at each render would never end.
  const DeferredPart = (props: P) => {
    const Loaded = loaded ?? use((loading ??= start()))
    return <Loaded {...props} />
  }
  return Object.assign(DeferredPart, { preload })
}

type PartProps = { readonly isRequested: boolean; readonly fallback: ReactNode; readonly children: ReactNode }
type PartState = { readonly failure: { readonly error: unknown } | null }

/** Replaces a part whose file cannot be fetched, and fetches the file again; other errors go to the page. */
class PartBoundary extends Component<PartProps, PartState> {
  override state: PartState = { failure: null }
  private recovery: Recovery | null = null

  static getDerivedStateFromError(error: unknown): PartState {
    return { failure: { error } }
  }

  override componentDidCatch(error: unknown): void {
    if (!isLoadFailure(error)) return
    if (this.recovery === null && this.props.isRequested) toastError(coreText('transport')('network'))
    const show = () => this.setState({ failure: null })
    this.recovery ??= recovery({ show, mayReload: this.props.isRequested })
    this.recovery.failed()
  }

  override componentWillUnmount(): void {
    this.recovery?.stop()
    this.recovery = null
  }

  override render(): ReactNode {
    const { failure } = this.state
    if (failure === null) return this.props.children
    if (!isLoadFailure(failure.error)) throw failure.error
    return this.props.fallback
  }
}

type PartOptions = {
  /** Shown until the file is loaded. */
  readonly fallback?: ReactNode
  /** The part was not requested by a press: a failure shows nothing. */
  readonly silent?: boolean
}

/**
 * A part of a page with its own file: `part(() => import('./dialog-body.tsx'), 'DialogBody')`. A lost
 * connection does not change the page around it, and the part appears as soon as its file is loaded.
 */
export const part = <P extends object, K extends string>(
  load: () => Promise<{ readonly [name in K]: FunctionComponent<P> }>,
  name: K,
  { fallback = null, silent = false }: PartOptions = {},
): Deferred<P> => {
  const Inside = deferred(load, name)
  const Part = (props: P) => (
    <PartBoundary isRequested={!silent} fallback={fallback}>
      <Suspense fallback={fallback}>
        <Inside {...props} />
      </Suspense>
    </PartBoundary>
  )
  return Object.assign(Part, { preload: Inside.preload })
}
