import { getKycCase, type listKycCases } from '@cardamom/contract/kyc/kyc-cases'
import type { WireOf } from '@cardamom/contract/endpoint'
import { documentTypes, type KycStatus } from '@cardamom/contract/kyc'
import type { ReactNode } from 'react'
import { countryName } from '../kernel/country-names.ts'
import { useDates } from '../kernel/dates.tsx'
import { useLocale, useText } from '../kernel/i18n.tsx'
import { useCall } from '../kernel/query.ts'
import { KvRow, KvRows } from '../ui/kv-rows.tsx'
import type { RowOf } from '../ui/list/use-list-pages.ts'
import { Loaded } from '../ui/loaded.tsx'
import { DateText } from '../ui/money.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import { Stepper, type StepState } from '../ui/stepper.tsx'
import { attemptsText, KycCaseStatus } from './kyc-case-status.tsx'

type KycCase = WireOf<typeof getKycCase>
type CaseSummary = Pick<KycCase, 'name' | 'email' | 'status'>

/** A document's kind in the reader's language, and its number if it was read. */
const DocumentName = ({ type, number }: { type: string | null; number: string | null | undefined }) => {
  const t = useText('kyc')
  const known = documentTypes.find((each) => each === type)
  return [known ? t(`document.${known}`) : type, number].filter(Boolean).join(', ')
}

/** The icon state of steps that ended a check without an approval. */
const ends: Partial<Record<KycStatus, StepState>> = {
  declined: 'failed',
  admin_rejected: 'failed',
  expired: 'stopped',
  abandoned: 'stopped',
}

const Facts = ({ found }: { found: KycCase }) => {
  const t = useText('kycCases')
  const locale = useLocale()
  const date = useDates()
  const day = (text: string) => `${date(text, 'short')} ${text.slice(0, 4)}`
  const { stated, read } = found
  const names = [read?.firstName, read?.lastName].filter(Boolean).join(' ')
  const country = read?.country ?? stated.country
  const type = read?.documentType ?? stated.documentType
  const facts: [string, ReactNode][] = [
    [t('fields.ref'), found.ref],
    [t('fields.companyName'), found.companyName],
    [t('fields.attempts'), attemptsText(t, found)],
    [t('fields.stated'), `${stated.firstName} ${stated.lastName}`.trim()],
    [t('fields.read'), names],
    [t('fields.document'), type && <DocumentName type={type} number={read?.documentNumber} />],
    [t('fields.country'), country && countryName({ code: country, locale })],
    [t('fields.birthDate'), read?.birthDate && day(read.birthDate)],
    [t('fields.validUntil'), read?.validUntil && day(read.validUntil)],
  ]
  return (
    <KvRows>
      {facts.map(
        ([name, value]) =>
          value && (
            <KvRow key={name} name={name}>
              {value}
            </KvRow>
          ),
      )}
    </KvRows>
  )
}

const Timeline = ({ steps }: { steps: KycCase['timeline'] }) => {
  const t = useText('kycCases')
  return (
    <section className="flex flex-col gap-3">
      <h3 className="font-semibold">{t('timeline')}</h3>
      <Stepper
        direction="newest-first"
        steps={steps.map(({ id, status, reason, by, note, at }) => ({
          key: id,
          state: ends[status] ?? 'done',
          title: t(`values.status.${status}`),
          detail: [t(`by.${by}`), reason && t(`values.reason.${reason}`), note].filter(Boolean).join(' · '),
          time: <DateText value={at} variant="dayTime" />,
        }))}
      />
    </section>
  )
}

/** The title above the details; it shows the list's row until the case is read. */
const Title = ({ name, email, status }: CaseSummary) => (
  <header className="flex flex-col items-start gap-2">
    <div className="min-w-0">
      <h3 className="text-md font-semibold wrap-anywhere">{name}</h3>
      <p className="text-base wrap-anywhere text-mute md:text-sm">{email}</p>
    </div>
    <KycCaseStatus status={status} />
  </header>
)

/** One identity check, shown next to the list: its data, what did not pass, and its history. */
export const KycCaseDetails = ({ id, row }: { id: string; row: RowOf<typeof listKycCases> | undefined }) => {
  const t = useText('kycCases')
  const found = useCall(getKycCase, { params: { id } }, { live: ['kyc.'] })
  const shown = found.data ?? row
  return (
    <div className="flex flex-col gap-5">
      {shown && <Title {...shown} />}
      <Loaded reads={{ found }} failed={t('failed')}>
        {({ found: kycCase }) => (
          <>
            {kycCase.isHeld && <NoteBox tone="warn" title={t('loadsPaused')} />}
            {kycCase.findings.length > 0 && (
              <NoteBox tone="bad" title={t('findings')}>
                <ul>
                  {kycCase.findings.map((finding) => (
                    <li key={finding}>{t(`values.reason.${finding}`)}</li>
                  ))}
                </ul>
              </NoteBox>
            )}
            <Facts found={kycCase} />
            <Timeline steps={kycCase.timeline} />
          </>
        )}
      </Loaded>
    </div>
  )
}
