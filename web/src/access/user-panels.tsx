import { deletePasskey } from '@cardamom/contract/access'
import { getUser, listUserSessions } from '@cardamom/contract/access/users'
import { deviceName } from '@cardamom/contract/access/device-name'
import { listAudit } from '@cardamom/contract/audit'
import { listKycCases } from '@cardamom/contract/kyc/kyc-cases'
import { useRealDates } from '../kernel/dates.tsx'
import { useText } from '../kernel/i18n.tsx'
import { Link } from '../kernel/link.tsx'
import { useCan } from '../kernel/permissions.ts'
import { useAction, useCall } from '../kernel/query.ts'
import { toastSuccess } from '../kernel/toasts.ts'
import { Button, TextLink } from '../ui/button.tsx'
import { useListPages } from '../ui/list/use-list-pages.ts'
import { Loaded } from '../ui/loaded.tsx'
import { DateText } from '../ui/money.tsx'
import { Panel } from '../ui/panel.tsx'
import { FactorReset } from './factor-reset.tsx'
import type { UserRecord } from './use-user.tsx'

const line =
  'flex flex-wrap justify-between gap-x-4 gap-y-0.5 border-t border-line2 py-2.5 first:border-t-0 first:pt-0 last:pb-0'
const small = 'text-base text-mute md:text-sm'

type PersonProps = { readonly id: string }

type RemovalProps = PersonProps & { credentialId: string; name: string; isLast: boolean }

/** Another administrator has to agree before a person loses their last second step (permissions §3). */
const PasskeyRemoval = ({ id, credentialId, name, isLast }: RemovalProps) => {
  const t = useText('users')
  const remove = useAction(deletePasskey, {
    changes: [getUser],
    onDone: ({ message }) => toastSuccess(message),
  })
  if (isLast) return <span className={`w-full ${small}`}>{t('factors.last')}</span>
  return (
    <Button
      size="small"
      variant="danger"
      aria-label={`${t('factors.remove')}: ${name}`}
      busy={remove.isPending}
      onClick={() => remove.mutate({ params: { userId: id }, input: { credentialId } })}
    >
      {t('factors.remove')}
    </Button>
  )
}

/** Second steps at the login, and open sessions. */
export const UserSecurity = ({
  person,
  security,
}: {
  person: Pick<UserRecord, 'id' | 'name'>
  security: NonNullable<UserRecord['security']>
}) => {
  const { id } = person
  const t = useText('users')
  const date = useRealDates()
  const can = useCan()
  const sessions = useCall(listUserSessions, { params: { id } }, { live: ['session.'] })
  return (
    <>
      <Panel title={t('factors.title')}>
        {security.factors.length === 0 && <p className="text-mute">{t('factors.none')}</p>}
        <ul>
          {security.factors.map((factor) => (
            <li key={factor.id} className={line}>
              <span className="min-w-0 font-medium wrap-anywhere">{factor.name}</span>
              <span className={small}>{t('factors.since', { at: date(factor.createdAt, 'short') })}</span>
              {factor.credentialId !== null && can('users.delete_passkey') && (
                <PasskeyRemoval
                  id={id}
                  credentialId={factor.credentialId}
                  name={factor.name}
                  isLast={security.factors.length === 1}
                />
              )}
            </li>
          ))}
        </ul>
        {security.factors.length > 0 && can('users.delete_passkey') && <FactorReset person={person} />}
      </Panel>
      <Panel title={t('sessions.title')}>
        <Loaded reads={{ sessions }} failed={t('sessions.failed')}>
          {({ sessions: { items } }) =>
            items.length === 0 ? (
              <p className="text-mute">{t('sessions.none')}</p>
            ) : (
              <ul>
                {items.map(({ id: each, device, address, lastUsedAt }) => (
                  <li key={each} className={line}>
                    <span className="min-w-0 font-medium">{deviceName(device)}</span>
                    <span className={small}>
                      {t('sessions.at', { address, at: date(lastUsedAt, 'dayTime') })}
                    </span>
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
      </Panel>
    </>
  )
}

/** The person's identity checks; each opens in the list of checks. */
export const UserKyc = ({ id }: PersonProps) => {
  const t = useText('users')
  const kyc = useText('kycCases')
  const cases = useListPages(listKycCases, { query: { userId: id }, rowsAtOnce: 5, live: ['kyc.'] })
  return (
    <Panel title={t('kyc.title')}>
      <Loaded reads={{ cases }} failed={t('kyc.failed')}>
        {() =>
          cases.rows.length === 0 ? (
            <p className="text-mute">{t('kyc.none')}</p>
          ) : (
            <ul>
              {cases.rows.map((row) => (
                <li key={row.id} className={line}>
                  <TextLink to="/admin/kyc" search={{ userId: id, open: row.id }}>
                    {row.ref}
                  </TextLink>
                  <span>
                    {kyc(`values.status.${row.status}`)}{' '}
                    <span className={small}>
                      <DateText value={row.changedAt} variant="dayTime" />
                    </span>
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Panel>
  )
}

/** What others did with this person: the newest entries of the audit. */
export const UserAudit = ({ id }: PersonProps) => {
  const t = useText('users')
  const audit = useText('audit')
  const entries = useListPages(listAudit, { query: { subjectId: id }, rowsAtOnce: 6, live: ['user.'] })
  return (
    <Panel
      title={t('audit.title')}
      action={
        <TextLink to="/admin/audit" search={{ subjectId: id }}>
          {t('audit.all')}
        </TextLink>
      }
    >
      <Loaded reads={{ entries }} failed={t('audit.failed')}>
        {() =>
          entries.rows.length === 0 ? (
            <p className="text-mute">{t('audit.none')}</p>
          ) : (
            <ul>
              {entries.rows.map((row) => (
                <li key={row.id} className={`${line} max-md:flex-col`}>
                  <Link
                    to="/admin/audit"
                    search={{ subjectId: id, open: row.id }}
                    className="inline-flex min-h-11 min-w-11 items-center font-medium underline-offset-4 hover:underline md:min-h-0"
                  >
                    {audit(`values.action.${row.action}`)}
                  </Link>
                  <span className={small}>
                    {row.actorName ?? audit(`values.actorKind.${row.actorKind}`)} ·{' '}
                    <DateText value={row.at} variant="dayTime" />
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Panel>
  )
}
