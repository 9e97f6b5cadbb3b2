import { useState } from 'react'
import { countryName } from '../kernel/country-names.ts'
import { useDates } from '../kernel/dates.tsx'
import { useLocale, useText } from '../kernel/i18n.tsx'
import { part } from '../kernel/deferred.tsx'
import { Link } from '../kernel/link.tsx'
import { TextButton, textButtonClass } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { KvRow, KvRows } from '../ui/kv-rows.tsx'
import { Panel } from '../ui/panel.tsx'
import { Status } from '../ui/status.tsx'
import { useBirthDay } from './birth-day.ts'
import { PendingEmail } from './profile-parts.tsx'
import { useProfilePath, type Profile } from './use-profile.ts'
import { phoneText } from '../ui/calling-codes.ts'
import { EmailText } from '../ui/with-reference.tsx'

/** The form and its rules load with the first press. */
const EmailChange = part(() => import('./email-change-dialog.tsx'), 'EmailChangeDialog')

type ProfileProps = { profile: Profile }

const OptionalValue = ({ children }: { children: string | null }) => {
  const t = useText('person')
  if (children !== null && children !== '') return children
  return <span className="font-normal text-mute">{t('none')}</span>
}

const EditLink = ({ what }: { what: string }) => {
  const t = useText('profile')
  const path = useProfilePath()
  return (
    <Link to={`${path}/edit`} aria-label={`${t('edit')}: ${what}`} className={textButtonClass()}>
      {t('edit')}
    </Link>
  )
}

export const About = ({ profile }: ProfileProps) => {
  const t = useText('profile')
  const person = useText('person')
  const birthDay = useBirthDay()
  const { firstName, lastName, birthDate, gender } = profile
  return (
    <Panel title={t('about')} action={<EditLink what={t('about')} />}>
      <KvRows>
        <KvRow name={person('name')}>{`${firstName} ${lastName}`}</KvRow>
        <KvRow name={person('birthDate')}>
          <OptionalValue>{birthDate && birthDay(birthDate)}</OptionalValue>
        </KvRow>
        <KvRow name={person('gender')}>
          <OptionalValue>{gender && person(`genders.${gender}`)}</OptionalValue>
        </KvRow>
      </KvRows>
    </Panel>
  )
}

/** The e-mail, whether it is confirmed, and the change of it. */
export const EmailRow = ({ profile }: ProfileProps) => {
  const t = useText('profile')
  const person = useText('person')
  const [open, setOpen] = useState<boolean | null>(null)
  const { email, emailVerifiedAt } = profile
  return (
    <KvRow
      name={person('email')}
      below={
        <span className="flex flex-wrap items-center justify-end gap-x-3 pt-0.5 max-2xs:justify-start">
          {emailVerifiedAt !== null && (
            <Status tone="good" variant="plain">
              {t('emailConfirmed')}
            </Status>
          )}
          <TextButton aria-label={`${t('changeEmail')}: ${person('email')}`} onClick={() => setOpen(true)}>
            {t('changeEmail')}
          </TextButton>
          {open !== null && <EmailChange email={email} open={open} onClose={() => setOpen(false)} />}
        </span>
      }
    >
      <EmailText>{email}</EmailText>
    </KvRow>
  )
}

export const Contact = ({ profile }: ProfileProps) => {
  const t = useText('profile')
  const person = useText('person')
  const { mobile } = profile
  return (
    <Panel title={t('contact')} action={<EditLink what={t('contact')} />}>
      <KvRows>
        <EmailRow profile={profile} />
        <KvRow name={person('mobile')}>
          <OptionalValue>{mobile && phoneText(mobile)}</OptionalValue>
        </KvRow>
      </KvRows>
      <div className="pt-3 empty:hidden">
        <PendingEmail profile={profile} />
      </div>
    </Panel>
  )
}

export const Address = ({ profile }: ProfileProps) => {
  const person = useText('person')
  const locale = useLocale()
  const { street, zip, city, state, country } = profile
  return (
    <Panel title={person('address')} action={<EditLink what={person('address')} />}>
      <KvRows>
        <KvRow name={person('street')}>
          <OptionalValue>{street}</OptionalValue>
        </KvRow>
        <KvRow name={person('city')} {...(state !== null && { below: state })}>
          <OptionalValue>{[zip, city].filter(Boolean).join(' ')}</OptionalValue>
        </KvRow>
        <KvRow name={person('country')}>
          <OptionalValue>{country && countryName({ code: country, locale })}</OptionalValue>
        </KvRow>
      </KvRows>
    </Panel>
  )
}

export const Account = ({ profile, role }: ProfileProps & { role: string | null }) => {
  const t = useText('profile')
  const date = useDates()
  const { username, companyName, referralCode, createdAt } = profile
  return (
    <Panel title={t('account')}>
      <KvRows>
        <KvRow name={t('username')}>{username}</KvRow>
        <KvRow name={t('company')}>{companyName}</KvRow>
        {role === null ? (
          <KvRow name={t('referralCode')}>
            <span className="-my-3 -mr-3 inline-flex items-center">
              {referralCode}
              <CopyButton text={referralCode} variant="ghost" />
            </span>
          </KvRow>
        ) : (
          <KvRow name={t('role')}>{role}</KvRow>
        )}
        <KvRow name={t('since')}>{date(createdAt, 'month')}</KvRow>
      </KvRows>
    </Panel>
  )
}
