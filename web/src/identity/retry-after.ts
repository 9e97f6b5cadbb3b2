import type { ApiError } from '../kernel/api-error.ts'

/** How long a refused try has to wait, in milliseconds; 0 when the server named no time. */
export const retryAfterMs = ({ data }: ApiError): number => {
  const seconds =
    typeof data === 'object' && data !== null && 'retryAfterSeconds' in data ? data.retryAfterSeconds : 0
  return typeof seconds === 'number' ? seconds * 1000 : 0
}
