import { useText } from '../kernel/i18n.tsx'
import { Link } from '../kernel/link.tsx'
import { buttonClass, type ButtonVariant } from '../ui/button.tsx'

/** Goes to the login with the e-mail in its field; the address bar never shows the e-mail. */
export const LoginButton = ({ email, variant = 'outline' }: { email?: string; variant?: ButtonVariant }) => {
  const t = useText('shell')
  return (
    <Link
      to="/login"
      state={email === undefined ? {} : { login: email }}
      className={buttonClass({ variant, fullWidth: true })}
    >
      {t('nav.logIn')}
    </Link>
  )
}
