import type { SupportHours } from '@cardamom/contract/companies'
import { listLoads } from '@cardamom/contract/loads'
import { readTransaction } from '@cardamom/contract/transactions'
import { CircleDollarSign, IdCard, Mail, MailCheck, ShieldAlert } from 'lucide-react'
import { capital } from '../kernel/date-text.ts'
import { cityOf, useDates } from '../kernel/dates.tsx'
import { useBranding } from '../kernel/branding.ts'
import { preloadText, useLocale, useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { useCall } from '../kernel/query.ts'
import { useQueryParams } from '../kernel/router.tsx'
import { useSession } from '../kernel/session.ts'
import { buttonClass } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { KvRow, KvRows } from '../ui/kv-rows.tsx'
import { Row, Rows } from '../ui/list-row.tsx'
import { Panel, SectionTitle } from '../ui/panel.tsx'
import { PageHeader } from '../ui/page.tsx'
import { Page, Stack } from '../ui/page-parts.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { minuteText, weekdayNames } from '../kernel/weekdays.ts'
import { WithReference } from '../ui/with-reference.tsx'

// Preloads what the page needs after its data has come: a text that loads later would hide the page again.
preloadText('loads')
preloadText('transactions')

const loadsShown = 3
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** A letter and eight digits of Crockford's base 32 (api §2). */
const refForm = /^[A-Z]-[0-9A-HJKMNP-TV-Z]{8}$/

/** The subject of a mail: a reference, and for a payment its details. */
type About = { readonly ref: string; readonly payment?: string }

/** The address to write to or to copy, with the subject of the question, if there is one. */
const Contact = ({ email, about }: { email: string; about: About | null }) => {
  const t = useText('support')
  const { ref = null, payment } = about ?? {}
  const subject =
    payment !== undefined
      ? t('subjectPayment', { payment })
      : ref === null
        ? t('subject')
        : t('subjectRef', { ref })
  const body =
    payment === undefined ? '' : `&body=${encodeURIComponent(t('bodyPayment', { payment, ref: ref ?? '' }))}`
  return (
    <Panel>
      <KvRows>
        <KvRow name={t('address')}>{email}</KvRow>
        {payment !== undefined && <KvRow name={t('payment')}>{payment}</KvRow>}
        {ref !== null && (
          <KvRow name={t('reference')}>
            <span className="break-all">{ref}</span>
          </KvRow>
        )}
      </KvRows>
      <div className="flex flex-col gap-2 pt-4">
        <a
          href={`mailto:${email}?subject=${encodeURIComponent(subject)}${body}`}
          className={buttonClass({ variant: 'primary', fullWidth: true })}
        >
          <Mail aria-hidden size={20} className="md:size-4.5" />
          {t('write')}
        </a>
        <CopyButton text={email} word={t('copyAddress')} />
        {ref !== null && <CopyButton text={ref} word={t('copyRef')} />}
      </div>
    </Panel>
  )
}

/** The payment that a person wants to report: shop, amount and day, from their own activity. */
const PaymentContact = ({ email, id }: { email: string; id: string }) => {
  const t = useText('transactions')
  const date = useDates()
  const found = useCall(readTransaction, { params: { id }, errors: 'none' })
  return (
    <Loaded
      reads={{ found }}
      waiting={<Contact email={email} about={null} />}
      // The reference is known even when the payment could not be read.
      failed={() => <Contact email={email} about={{ ref: id }} />}
    >
      {({ found: { merchant, total, authorisedAt, at } }) => {
        const shop = merchant === null || merchant.name === '' ? t('row.payment') : merchant.name
        const payment = [shop, moneyText(total), date(authorisedAt ?? at, 'dayTime')].join(', ')
        return <Contact email={email} about={{ ref: id, payment }} />
      }}
    </Loaded>
  )
}

const Helps = ({ email }: { email: string }) => {
  const t = useText('support')
  const lines = [
    [IdCard, t('sayRef')],
    [MailCheck, t('sayFrom', { email })],
    [ShieldAlert, t('sayNever')],
  ] as const
  return (
    <Panel title={t('say')}>
      <ul className="flex flex-col gap-3 pb-1 text-base">
        {lines.map(([Icon, text]) => (
          <li key={text} className="flex gap-3">
            <Icon aria-hidden size={18} className="mt-0.5 shrink-0 text-mute" />
            <span className="min-w-0 break-words">{text}</span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

const LastLoads = () => {
  const t = useText('support')
  const word = useText('loads')
  const date = useDates()
  const loads = useCall(listLoads, { input: { limit: String(loadsShown) } })
  return (
    <Loaded reads={{ loads }} waiting={null} failed={t('loadsFailed')}>
      {({ loads: { items } }) =>
        items.length > 0 && (
          <section className="flex flex-col gap-2">
            <SectionTitle>{t('loads')}</SectionTitle>
            <Rows label={t('loads')}>
              {items.map(({ id, ref, gross, quotedAt, status }) => (
                <Row
                  key={id}
                  icon={CircleDollarSign}
                  title={<WithReference text={ref} reference={ref} />}
                  value={moneyText(gross)}
                  below={capital(date(quotedAt, 'near'))}
                  valueBelow={word(`status.${status as 'held'}`)}
                  to={`/support?about=${ref}`}
                />
              ))}
            </Rows>
          </section>
        )
      }
    </Loaded>
  )
}

/** When the company answers, if it says so. */
const Hours = ({ hours, timeZone }: { hours: SupportHours; timeZone: string }) => {
  const t = useText('support')
  const locale = useLocale()
  return (
    <Panel title={t('hours')}>
      <KvRows>
        {weekdayNames(locale).map((day, at) => {
          const own = hours[at] ?? null
          return (
            <KvRow key={day} name={day}>
              {own === null
                ? t('closed')
                : `${minuteText(own.fromMinute, locale)} – ${minuteText(own.toMinute, locale)}`}
            </KvRow>
          )
        })}
      </KvRows>
      <p className="pt-2 text-base text-mute md:text-sm">{t('hoursZone', { zone: cityOf(timeZone) })}</p>
    </Panel>
  )
}

/** How to contact support about a subject: `/support?about=L-7K2M9QFD`, `/support?payment=<row id>`. */
export const SupportPage = () => {
  const t = useText('support')
  const { name, contactEmail, supportHours, timeZone } = useBranding()
  const { user } = useSession()
  const [query] = useQueryParams()
  const ref = refForm.test(query['about'] ?? '') ? (query['about'] ?? null) : null
  const paymentId = uuid.test(query['payment'] ?? '') ? (query['payment'] ?? null) : null
  return (
    <Page>
      <PageHeader title={t('title')} back="/" isNavItem />
      <Stack>
        <p>{t('lead', { company: name })}</p>
        {contactEmail !== null &&
          (paymentId === null ? (
            <Contact email={contactEmail} about={ref === null ? null : { ref }} />
          ) : (
            <PaymentContact email={contactEmail} id={paymentId} />
          ))}
        {supportHours !== null && <Hours hours={supportHours} timeZone={timeZone} />}
        <LastLoads />
        {user && <Helps email={user.email} />}
      </Stack>
    </Page>
  )
}
