import { requestCardFreeze } from '@cardamom/contract/cards/card-freezes'
import { CirclePause, MailCheck } from 'lucide-react'
import { useCallback, useState } from 'react'
import { call } from '../kernel/api.ts'
import { useBack } from '../kernel/back.ts'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { useGo, useLinkState } from '../kernel/router.tsx'
import { useTitle } from '../kernel/title.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { useContractForm } from '../ui/form.tsx'
import { MailboxButton } from '../ui/mailbox-button.tsx'
import { Outcome } from '../ui/outcome.tsx'
import { EmailField } from '../ui/text-field.tsx'
import { b } from '../ui/page-parts.tsx'

preloadText('fields')
preloadText('registration')

const readSchema = async () => (await import('@cardamom/contract/cards/card-freezes')).requestCardFreeze.input

/** For a lost card or phone: a link by mail pauses every card without a login. */
export const RequestFreezePage = () => {
  const t = useText('cardFreezes')
  const [sentTo, setSentTo] = useState<string | null>(null)
  const form = useContractForm<{ email: string }>({
    schema: readSchema,
    defaultValues: { email: useLinkState().login ?? '' },
  })
  const go = useGo()
  useBack(useCallback(() => (sentTo === null ? go('/login') : setSentTo(null)), [go, sentTo]))
  useTitle(t('title'))
  if (sentTo !== null) {
    return (
      <Outcome
        icon={MailCheck}
        tone="good"
        title={t('sentTitle')}
        actions={
          <>
            <MailboxButton email={sentTo} />
            <ButtonLink to="/login" fullWidth>
              {t('logIn')}
            </ButtonLink>
          </>
        }
      >
        <p>{t.rich('sentBody', { email: sentTo, b })}</p>
      </Outcome>
    )
  }
  const send = async (input: { email: string }) => {
    const { email } = await call(requestCardFreeze, { input, errors: 'fields' })
    setSentTo(email)
  }
  return (
    <Outcome icon={CirclePause} title={t('title')}>
      <p>{t('lead')}</p>
      <form noValidate onSubmit={form.send(send)} className="flex flex-col gap-5 pt-3 text-ink">
        <EmailField label={t('email')} {...form.field('email')} />
        <Button type="submit" variant="primary" fullWidth busy={form.formState.isSubmitting}>
          {t('send')}
        </Button>
      </form>
    </Outcome>
  )
}
