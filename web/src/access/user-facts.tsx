import type { ReactNode } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { useCan } from '../kernel/permissions.ts'
import { TextLink } from '../ui/button.tsx'
import { KvRow, KvRows } from '../ui/kv-rows.tsx'
import { DateText } from '../ui/money.tsx'
import { EmailText } from '../ui/with-reference.tsx'
import type { UserRecord } from './use-user.tsx'

/** What administrators see of an account without personal data. */
export const UserFacts = ({ user }: { user: UserRecord }) => {
  const t = useText('users')
  const can = useCan()
  const until = user.defaultPassword?.until ?? null
  const { emailVerifiedAt, lastActiveAt, companyId, companyName } = user
  const facts: [string, ReactNode, ReactNode?][] = [
    [
      t('fields.email'),
      <EmailText key="email">{user.email}</EmailText>,
      t(emailVerifiedAt === null ? 'about.emailNotVerified' : 'about.emailVerified'),
    ],
    [t('about.username'), user.username],
    [
      t('fields.companyName'),
      can('companies.view') ? (
        <TextLink key="company" to={`/admin/companies/${companyId}`}>
          {companyName}
        </TextLink>
      ) : (
        companyName
      ),
    ],
    [t('fields.kind'), t(`values.kind.${user.kind}`)],
    [t('about.language'), t(`about.languages.${user.locale}`)],
    [
      t('fields.lastActiveAt'),
      lastActiveAt === null ? (
        t('about.never')
      ) : (
        <DateText key="last" value={lastActiveAt} variant="dayTime" />
      ),
    ],
    [t('fields.createdAt'), <DateText key="createdAt" value={user.createdAt} variant="dayTime" />],
    [t('about.referralCode'), user.referralCode],
    [t('fields.isTest'), t(user.isTest ? 'about.yes' : 'about.no')],
  ]
  if (until !== null)
    facts.push([t('about.defaultPassword'), <DateText key="until" value={until} variant="dayTime" />])
  return (
    <KvRows>
      {facts.map(([name, value, below]) => (
        <KvRow key={name} name={name} {...(below === undefined ? {} : { below })}>
          <span className="wrap-anywhere">{value}</span>
        </KvRow>
      ))}
    </KvRows>
  )
}
