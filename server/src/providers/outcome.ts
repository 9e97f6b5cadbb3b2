/**
 * What an outside service's answer means (providers §1). `ok`: done. `rejected`: understood and refused, nothing
 * happened; `code` is the service's own. `unavailable`: nothing was sent, nothing happened. `unknown`: it may have
 * happened, the answer is lost: read back by the reference before anything else.
 */
export type ProviderOutcome<T> =
  | { readonly outcome: 'ok'; readonly value: T }
  | { readonly outcome: 'rejected'; readonly code: string }
  | { readonly outcome: 'unavailable' }
  | { readonly outcome: 'unknown' }
