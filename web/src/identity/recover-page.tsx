import { recover } from '@cardamom/contract/identity'
import { useEffect, useRef, useState } from 'react'
import { ApiError, call } from '../kernel/api.ts'
import { useBack } from '../kernel/back.ts'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { Link } from '../kernel/link.tsx'
import { useGo, useLinkState } from '../kernel/router.tsx'
import { useTitle } from '../kernel/title.ts'
import { Button, textButtonClass } from '../ui/button.tsx'
import { useContractForm } from '../ui/form.tsx'
import { EmailField } from '../ui/text-field.tsx'
import { MailSent } from './mail-sent.tsx'

preloadText('person')
preloadText('registration')
preloadText('refusals')
preloadText('fields')

const readSchema = async () => (await import('@cardamom/contract/identity')).recover.input

const EmailForm = ({ email, onSent }: { email: string; onSent: (email: string) => void }) => {
  const t = useText('recovery')
  const person = useText('person')
  const refused = useText('refusals')
  const [unknown, setUnknown] = useState<string | null>(null)
  const form = useContractForm<{ email: string }>({ schema: readSchema, defaultValues: { email } })
  const field = form.field('email')
  const isUnknown = unknown !== null && form.watch('email') === unknown
  const request = async (values: { email: string }) => {
    try {
      const sent = await call(recover, { input: values, errors: 'fields' })
      onSent(sent.email)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'email_not_found') setUnknown(values.email)
      throw error
    }
  }
  return (
    <form noValidate onSubmit={form.send(request)} className="flex flex-col gap-5">
      <EmailField
        label={person('email')}
        {...field}
        error={
          isUnknown ? (
            <>
              <b className="font-semibold">{refused('email_not_found')}.</b> {t('notFoundHelp')}
            </>
          ) : (
            field.error
          )
        }
      />
      <Button type="submit" variant="primary" fullWidth busy={form.formState.isSubmitting}>
        {t('submit')}
      </Button>
      <p className="text-center text-mute">
        {t('remembered')}{' '}
        <Link to="/login" state={{ login: form.watch('email') }} className={textButtonClass()}>
          {t('logIn')}
        </Link>
      </p>
    </form>
  )
}

/** A forgotten password: the person types the e-mail, and a link is sent to it. */
export const RecoverPage = () => {
  const t = useText('recovery')
  const go = useGo()
  const typed = useLinkState().login ?? ''
  const [email, setEmail] = useState(typed)
  const [isSent, setSent] = useState(false)
  const goBack = useRef(() => go('/login'))
  useEffect(() => {
    goBack.current = isSent ? () => setSent(false) : () => go('/login')
  }, [isSent, go])
  const [back] = useState(() => () => goBack.current())
  useBack(back)
  useTitle(t('title'))
  if (isSent) {
    return (
      <MailSent
        email={email}
        send={() => call(recover, { input: { email } })}
        onChange={() => setSent(false)}
      >
        {t.rich('sent.lead', { email, b: (text) => <b className="font-semibold text-ink">{text}</b> })}
      </MailSent>
    )
  }
  return (
    <div className="flex flex-col gap-6">
      <div>
        <h1 className="text-xl font-semibold">{t('title')}</h1>
        <p className="mt-1 text-mute">{t('lead')}</p>
      </div>
      <EmailForm
        email={email}
        onSent={(sent) => {
          setEmail(sent)
          setSent(true)
        }}
      />
    </div>
  )
}
