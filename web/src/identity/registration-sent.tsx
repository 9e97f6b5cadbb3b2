import { sendEmailVerification } from '@cardamom/contract/identity'
import { call } from '../kernel/api.ts'
import { useBranding } from '../kernel/branding.ts'
import { useText } from '../kernel/i18n.tsx'
import { LoginButton } from './login-button.tsx'
import { MailSent } from './mail-sent.tsx'
import type { RegisteredPerson } from './registration-draft.ts'

/** The account is created: open the mail, send another one, or change the address. */
export const RegistrationSent = ({
  registered,
  onChange,
}: {
  registered: RegisteredPerson
  onChange: () => void
}) => {
  const t = useText('registration')
  const { name } = useBranding()
  const { email, companyName } = registered
  const send = () => call(sendEmailVerification, { input: { email } })
  return (
    <MailSent email={email} send={send} onChange={onChange} action={<LoginButton email={email} />}>
      {t.rich('sent.lead', { email, b: (text) => <b className="font-semibold text-ink">{text}</b> })}
      {companyName !== '' && companyName !== name && ` ${t('sent.joined', { company: companyName })}`}
    </MailSent>
  )
}
