import { askCardFreeze } from '@cardamom/contract/account-rescue'
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
import { b } from '../ui/bold.tsx'

preloadText('fields')
preloadText('registration')

/** A lost card or phone: a link by mail freezes every card, without signing in. */
export const RequestFreezePage = () => {
  const t = useText('rescue')
  const [sentTo, setSentTo] = useState<string | null>(null)
  const form = useContractForm<{ email: string }>({
    schema: askCardFreeze.input,
    defaultValues: { email: useLinkState().login ?? '' },
  })
  const go = useGo()
  useBack(useCallback(() => (sentTo === null ? go('/login') : setSentTo(null)), [go, sentTo]))
  useTitle(t('freeze.title'))
  if (sentTo !== null) {
    return (
      <Outcome
        icon={MailCheck}
        tone="good"
        title={t('freeze.sentTitle')}
        actions={
          <>
            <MailboxButton email={sentTo} />
            <ButtonLink to="/login" wide>
              {t('logIn')}
            </ButtonLink>
          </>
        }
      >
        <p>{t.rich('freeze.sentBody', { email: sentTo, b })}</p>
      </Outcome>
    )
  }
  const send = async (input: { email: string }) => {
    const { email } = await call(askCardFreeze, { input, errors: 'fields' })
    setSentTo(email)
  }
  return (
    <Outcome icon={CirclePause} title={t('freeze.title')}>
      <p>{t('freeze.lead')}</p>
      <form noValidate onSubmit={form.send(send)} className="flex flex-col gap-5 pt-3 text-ink">
        <EmailField label={t('freeze.email')} {...form.field('email')} />
        <Button type="submit" variant="primary" wide busy={form.formState.isSubmitting}>
          {t('freeze.send')}
        </Button>
      </form>
    </Outcome>
  )
}
