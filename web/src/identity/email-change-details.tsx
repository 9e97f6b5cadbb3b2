import { listEmailChanges } from '@cardamom/contract/identity/email-change-lists'
import { Mails, SearchX } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { useCan } from '../kernel/permissions.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { KvRow, KvRows } from '../ui/kv-rows.tsx'
import { useListPages, type RowOf } from '../ui/list/use-list-pages.ts'
import { Loaded } from '../ui/loaded.tsx'
import { DateText } from '../ui/money.tsx'
import { Status } from '../ui/status.tsx'
import { EmailText } from '../ui/with-reference.tsx'
import { useInform } from './email-change-inform.tsx'
import { OldAddressButton } from './old-address.tsx'
import { emailChangeTones } from './email-change-tones.ts'

type EmailChange = RowOf<typeof listEmailChanges>

const InformButton = ({ id }: Pick<EmailChange, 'id'>) => {
  const t = useText('emailChanges')
  const [outcome, setOutcome] = useState<string | null>(null)
  const inform = useInform(([result]) => setOutcome(result ? t(`inform.outcome.${result.outcome}`) : null))
  return (
    <>
      <Button
        variant="primary"
        fullWidth
        icon={Mails}
        busy={inform.isPending}
        onClick={() => inform.mutate({ input: { ids: [id] } })}
      >
        {t('inform.one')}
      </Button>
      <p role="status" className="text-mute md:text-base">
        {outcome ?? t('inform.lead')}
      </p>
    </>
  )
}

const times = [
  'requestedAt',
  'oldConfirmedAt',
  'newConfirmedAt',
  'teamConfirmedAt',
  'dueAt',
  'changedAt',
  'cancelledAt',
  'informedAt',
] as const

const Facts = ({ change }: { change: EmailChange }) => {
  const t = useText('emailChanges')
  const facts: (readonly [keyof EmailChange & ('companyName' | 'fromEmail' | 'toEmail'), ReactNode])[] = [
    ['companyName', change.companyName],
    ['fromEmail', <EmailText key="from">{change.fromEmail}</EmailText>],
    ['toEmail', <EmailText key="to">{change.toEmail}</EmailText>],
  ]
  return (
    <KvRows>
      {facts.map(([name, value]) => (
        <KvRow key={name} name={t(`fields.${name}`)}>
          {value}
        </KvRow>
      ))}
      {times.map((name) => {
        const at = change[name]
        return (
          at !== null && (
            <KvRow key={name} name={t(`fields.${name}`)}>
              <DateText value={at} variant="dayTime" />
            </KvRow>
          )
        )
      })}
      {change.cancelledBy !== null && (
        <KvRow name={t('fields.cancelledBy')}>{t(`values.cancelledBy.${change.cancelledBy}`)}</KvRow>
      )}
      {change.informedByName !== null && (
        <KvRow name={t('fields.informedByName')}>{change.informedByName}</KvRow>
      )}
    </KvRows>
  )
}

/** Only the old address is missing, and nobody confirmed in its place. */
const waitsForOld = (change: EmailChange): boolean =>
  change.state === 'pending' &&
  change.newConfirmedAt !== null &&
  change.oldConfirmedAt === null &&
  change.teamConfirmedAt === null

/** One change of e-mail next to the list, with the button that informs the person. */
export const EmailChangeDetails = ({ id, row }: { id: string; row: EmailChange | undefined }) => {
  const t = useText('emailChanges')
  const ui = useText('lists')
  const can = useCan()
  const found = useListPages(listEmailChanges, { query: { id }, rowsAtOnce: 1, enabled: row === undefined })
  const change = row ?? found.rows[0]
  const reads = { found: row === undefined ? found : { ...found, data: [], error: null } }
  const missing = (
    <EmptyState
      icon={SearchX}
      title={ui('rowMissing')}
      action={<ButtonLink to="/admin/email-changes">{t('title')}</ButtonLink>}
    >
      {null}
    </EmptyState>
  )
  return (
    <Loaded
      reads={reads}
      failed={t('failed')}
      missing={missing}
      empty={() => change === undefined && missing}
    >
      {() =>
        change && (
          <div className="flex flex-col gap-5">
            <h3 className="text-md font-semibold wrap-anywhere">{change.name}</h3>
            <div>
              <Status tone={emailChangeTones[change.state]}>{t(`values.state.${change.state}`)}</Status>
            </div>
            {change.state === 'not_informed' && can('users.email_change.inform') === true && (
              <InformButton id={change.id} />
            )}
            {waitsForOld(change) && can('users.delete_passkey') === true && (
              <OldAddressButton change={change} />
            )}
            {change.isUser && (
              <ButtonLink to={`/admin/users/${change.userId}`} fullWidth>
                {t('show')}
              </ButtonLink>
            )}
            <Facts change={change} />
          </div>
        )
      }
    </Loaded>
  )
}
