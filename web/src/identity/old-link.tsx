import { MailQuestion } from 'lucide-react'
import type { ApiError } from '../kernel/api.ts'
import { useText } from '../kernel/i18n.tsx'
import { useSession } from '../kernel/session.ts'
import { sentenceOf } from '../kernel/transport.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Outcome } from '../ui/outcome.tsx'
import { LoginButton } from './login-button.tsx'

/** A mail link that is expired or used: one press sends a new one to the same address. */
export const OldLink = (of: {
  body: string
  renewLabel: string
  renew: () => void
  isRenewing: boolean
  error: ApiError | null
}) => {
  const refused = useText('refusals')
  const shell = useText('shell')
  const isSignedIn = useSession().state === 'signed-in'
  return (
    <Outcome
      icon={MailQuestion}
      tone="warn"
      title={refused('link_expired')}
      actions={
        <>
          <Button variant="primary" fullWidth busy={of.isRenewing} onClick={of.renew}>
            {of.renewLabel}
          </Button>
          {isSignedIn ? (
            <ButtonLink to="/" fullWidth>
              {shell('notFound.home')}
            </ButtonLink>
          ) : (
            <LoginButton />
          )}
        </>
      }
    >
      <p>{of.body}</p>
      {of.error && (
        <p role="alert" className="text-bad">
          {sentenceOf(of.error)}
        </p>
      )}
    </Outcome>
  )
}
