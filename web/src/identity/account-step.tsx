import { useText } from '../kernel/i18n.tsx'
import { Link } from '../kernel/link.tsx'
import { textButtonClass } from '../ui/button.tsx'
import { EmailField } from '../ui/text-field.tsx'
import { CodeField } from './code-field.tsx'
import { PasswordPair } from './password-pair.tsx'
import type { RegistrationForm } from './registration-form.ts'

const EmailInUse = ({ email }: { email: string }) => {
  const t = useText('registration')
  const refused = useText('refusals')
  const link = 'font-semibold underline underline-offset-4'
  return t.rich('emailTaken', {
    fact: refused('email_taken'),
    b: (text) => <b className="font-semibold">{text}</b>,
    login: (text) => (
      <Link to="/login" state={{ login: email }} className={link}>
        {text}
      </Link>
    ),
    recover: (text) => (
      <Link to="/recover" state={{ login: email }} className={link}>
        {text}
      </Link>
    ),
  })
}

/** Step 1: e-mail, password, and the seller or referral code. */
export const AccountStep = ({
  form,
  usedEmail,
}: {
  form: RegistrationForm
  /** Address that the server said has an account. */
  usedEmail: string | null
}) => {
  const t = useText('registration')
  const person = useText('person')
  const email = form.watch('email')
  const field = form.field('email')
  const isInUse = usedEmail !== null && email === usedEmail
  return (
    <div className="flex flex-col gap-5">
      <EmailField
        label={person('email')}
        {...field}
        error={isInUse ? <EmailInUse email={email} /> : field.error}
      />
      <PasswordPair form={form} known={email.split(/[@.]/)} />
      <CodeField form={form} />
      <p className="text-mute">
        {t('account.have')}{' '}
        <Link to="/login" state={{ login: email }} className={textButtonClass()}>
          {t('account.logIn')}
        </Link>
      </p>
    </div>
  )
}
