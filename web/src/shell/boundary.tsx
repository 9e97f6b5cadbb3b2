import { Component, type ReactNode } from 'react'
import { isLoadFailure, recovery, type Recovery } from '../kernel/load-failure.ts'
import { usePageLocation } from '../kernel/router.tsx'
import type { PageLocation } from '../kernel/location.ts'
import { FailedPage, UnreachablePage } from './failed-page.tsx'

type Props = { readonly pageLocation: PageLocation; readonly covers: boolean; readonly children: ReactNode }
const cover = 'fixed inset-0 z-60 overflow-y-auto bg-bg px-5'

type State = { readonly pageLocation: PageLocation; readonly failure: { readonly error: unknown } | null }

class Catching extends Component<Props, State> {
  override state: State = { pageLocation: this.props.pageLocation, failure: null }
  private recovery: Recovery | null = null

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { failure: { error } }
  }

  /** A new address is a new attempt. */
  static getDerivedStateFromProps({ pageLocation }: Props, state: State): State | null {
    return pageLocation === state.pageLocation ? null : { pageLocation, failure: null }
  }

  override componentDidCatch(error: unknown): void {
    if (!isLoadFailure(error)) return
    this.recovery ??= recovery({ show: () => this.setState({ failure: null }), mayReload: true })
    this.recovery.failed()
  }

  override componentDidUpdate({ pageLocation }: Props): void {
    if (pageLocation !== this.props.pageLocation) this.endRecovery()
  }

  override componentWillUnmount(): void {
    this.endRecovery()
  }

  private endRecovery(): void {
    this.recovery?.stop()
    this.recovery = null
  }

  override render(): ReactNode {
    const { failure } = this.state
    if (failure === null) return this.props.children
    const shown = isLoadFailure(failure.error) ? (
      <UnreachablePage onRetry={() => this.recovery?.retry()} />
    ) : (
      <FailedPage error={failure.error} />
    )
    return this.props.covers ? <div className={cover}>{shown}</div> : shown
  }
}

/**
 * Shows an error instead of the content until the person opens another page. A page whose file cannot be
 * fetched is shown as soon as the file can be fetched.
 */
export const Boundary = ({ children }: { children: ReactNode }): ReactNode => (
  <Catching pageLocation={usePageLocation()} covers={false}>
    {children}
  </Catching>
)

/** For content over the page, such as the lock screen: when it fails, the page stays covered. */
export const CoveringBoundary = ({ children }: { children: ReactNode }): ReactNode => (
  <Catching pageLocation={usePageLocation()} covers>
    {children}
  </Catching>
)
