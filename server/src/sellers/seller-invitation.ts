import type { sellerInvitationStates } from '@cardamom/contract/sellers/seller-invitations'

type State = (typeof sellerInvitationStates)[number]

/** Instants are real time. */
type Endings = {
  readonly acceptedAt: Date | null
  readonly revokedAt: Date | null
  readonly expiresAt: Date
}

/** What an invitation is now. */
export const sellerInvitationState = ({ acceptedAt, revokedAt, expiresAt }: Endings, now: Date): State => {
  if (acceptedAt !== null) return 'accepted'
  if (revokedAt !== null) return 'revoked'
  return expiresAt > now ? 'invited' : 'expired'
}

const mostLetters = 8
const digits = 6

/** A code that people can say: letters of the owner's first name and digits. */
export const codeFrom = (firstName: string, number: number): string => {
  const letters = firstName
    .normalize('NFD')
    .toUpperCase()
    .replaceAll(/[^A-Z]/g, '')
    .slice(0, mostLetters)
  return letters.padEnd(2, 'X') + String(number % 10 ** digits).padStart(digits, '0')
}
