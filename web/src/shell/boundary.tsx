import { Component, type ReactNode } from 'react'
import { useVisit } from '../kernel/router.tsx'
import type { Visit } from '../kernel/visit.ts'
import { FailedPage } from './failed-page.tsx'

const reloadedKey = 'cardamom-reloaded'
const missingFile = /dynamically imported module|importing a module script/i

/** A page's file that cannot be had is most often one of an older version: loading anew brings the present one. */
const reloadOnce = (error: unknown) => {
  if (!(error instanceof TypeError) || !missingFile.test(error.message) || !navigator.onLine) return
  if (sessionStorage.getItem(reloadedKey) === location.href) return
  sessionStorage.setItem(reloadedKey, location.href)
  location.reload()
}

type Props = { readonly visit: Visit; readonly children: ReactNode }
type State = { readonly visit: Visit; readonly failure: { readonly error: unknown } | null }

class Catching extends Component<Props, State> {
  override state: State = { visit: this.props.visit, failure: null }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { failure: { error } }
  }

  /** Another address is another chance. */
  static getDerivedStateFromProps({ visit }: Props, state: State): State | null {
    return visit === state.visit ? null : { visit, failure: null }
  }

  override componentDidCatch(error: unknown): void {
    reloadOnce(error)
  }

  override render(): ReactNode {
    const { failure } = this.state
    return failure === null ? this.props.children : <FailedPage error={failure.error} />
  }
}

/** What breaks inside is said in its place, until the person goes elsewhere. */
export const Boundary = ({ children }: { children: ReactNode }): ReactNode => (
  <Catching visit={useVisit()}>{children}</Catching>
)
