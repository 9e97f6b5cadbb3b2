import { CloudOff } from 'lucide-react'
import type { ApiError } from '../kernel/api-error.ts'
import { useText } from '../kernel/i18n.tsx'
import { sentenceOf } from '../kernel/transport.ts'
import { Button } from './button.tsx'
import { Outcome } from './outcome.tsx'

/** The check of a mail's link failed for another reason than the link: a press repeats it. */
export const UncheckedLink = ({ error, again }: { error: ApiError; again: () => void }) => {
  const t = useText('ui')
  return (
    <Outcome
      icon={CloudOff}
      tone="warn"
      title={t('linkUnchecked')}
      actions={
        <Button variant="primary" fullWidth onClick={again}>
          {t('tryAgain')}
        </Button>
      }
    >
      <p>{sentenceOf(error)}</p>
    </Outcome>
  )
}
