import { getJournal } from '@cardamom/contract/reports/ledger-journals'
import type { WireOf } from '@cardamom/contract/endpoint'
import { Info, SearchX } from 'lucide-react'
import { useText } from '../kernel/i18n.tsx'
import { useCan } from '../kernel/permissions.ts'
import { useCall } from '../kernel/query.ts'
import { usePathParam } from '../kernel/router.tsx'
import { ButtonLink, TextLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { KvRow, KvRows } from '../ui/kv-rows.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { DateText } from '../ui/money.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import { Stack } from '../ui/page-parts.tsx'
import { PageHeader } from '../ui/page.tsx'
import { Panel } from '../ui/panel.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { JournalLegs } from './ledger-legs.tsx'
import { journalPage, ledgerOf } from './ledger-parts.tsx'
import { ProofButton } from './ledger-proof.tsx'

type Journal = WireOf<typeof getJournal>

/** Where the subject of a journal is opened, and the tag for it. */
const subjectPages = {
  load: { to: '/admin/loads', tag: 'loads.view' },
  topup: { to: '/admin/wallets/deposits', tag: 'deposits.view' },
  transfer: { to: '/admin/transfers', tag: 'transfers.view' },
  adjustment: { to: '/admin/wallets/adjustments', tag: 'wallets.view' },
  settlement: { to: '/admin/settlements', tag: 'settlements.view' },
  withdrawal: { to: '/admin/withdrawals', tag: 'withdrawals.view' },
  treasury: { to: '/admin/treasury/records', tag: 'treasury.view' },
} as const

const Subject = ({ id, kind, ref }: NonNullable<Journal['subject']>) => {
  const t = useText('ledger')
  const can = useCan()
  if (kind === null || ref === null)
    return (
      <TextLink {...ledgerOf(id)}>
        <span className="wrap-anywhere">{id}</span>
      </TextLink>
    )
  const text = t('journal.subjectOf', { kind, ref })
  const { to, tag } = subjectPages[kind]
  if (can(tag) !== true) return text
  return (
    <TextLink to={to} search={{ open: id }}>
      {text}
    </TextLink>
  )
}

const Facts = ({ journal }: { journal: Journal }) => {
  const t = useText('ledger')
  const { key, subject, actor, reason, reverses, reversedBy, isWhole } = journal
  const other = (id: string) => <TextLink {...journalPage(id)}>{t('journal.another')}</TextLink>
  return (
    <Panel title={t('journal.facts')}>
      <KvRows>
        <KvRow name={t('journal.effective')}>
          <DateText value={journal.effectiveAt} variant="dayTime" />
        </KvRow>
        <KvRow name={t('journal.recorded')}>
          <DateText value={journal.recordedAt} variant="dayTime" />
        </KvRow>
        {subject !== null && (
          <KvRow name={t('journal.subject')}>
            <Subject {...subject} />
          </KvRow>
        )}
        {reverses !== null && <KvRow name={t('journal.reverses')}>{other(reverses)}</KvRow>}
        {reversedBy !== null && <KvRow name={t('journal.reversedBy')}>{other(reversedBy)}</KvRow>}
        {isWhole && (
          <KvRow name={t('journal.actor')}>
            <span className="wrap-anywhere">
              {actor === null ? t('journal.automatic') : (actor.name ?? actor.id)}
            </span>
          </KvRow>
        )}
        {reason !== null && (
          <KvRow name={t('journal.reason')}>
            <span className="wrap-anywhere">{reason}</span>
          </KvRow>
        )}
        {key !== null && (
          <KvRow name={t('journal.key')}>
            <span className="wrap-anywhere">{key}</span>
          </KvRow>
        )}
      </KvRows>
    </Panel>
  )
}

const Metadata = ({ metadata }: Pick<Journal, 'metadata'>) => {
  const t = useText('ledger')
  if (metadata.length === 0) return null
  return (
    <Panel title={t('journal.metadata')}>
      <KvRows>
        {metadata.map(({ name, value }) => (
          <KvRow key={name} name={name}>
            <span className="wrap-anywhere">{value}</span>
          </KvRow>
        ))}
      </KvRows>
    </Panel>
  )
}

const Block = ({ id, block }: Pick<Journal, 'id' | 'block'>) => {
  const t = useText('ledger')
  return (
    <Panel title={t('journal.block')}>
      {block === null ? (
        <p className="text-mute">{t('journal.waits')}</p>
      ) : (
        <div className="flex flex-col items-start gap-3">
          <div className="w-full">
            <KvRows>
              <KvRow name={t('journal.height')}>{block.height}</KvRow>
              <KvRow name={t('journal.entry')}>{block.entry}</KvRow>
              <KvRow name={t('journal.signed')}>
                <DateText value={block.signedAt} variant="dayTime" />
              </KvRow>
              <KvRow name={t('journal.keyId')}>
                <span className="wrap-anywhere">{block.keyId}</span>
              </KvRow>
            </KvRows>
          </div>
          <ProofButton id={id} />
          <p className="text-base text-mute md:text-sm">{t('journal.proofHelp')}</p>
        </div>
      )}
    </Panel>
  )
}

const Shown = ({ journal }: { journal: Journal }) => {
  const t = useText('ledger')
  const kinds = useText('ledgerPostings')
  return (
    <Stack>
      <PageHeader
        title={kinds(`values.kind.${journal.kind}`)}
        back="/admin/ledger"
        facts={[
          t('journal.title'),
          <span key="id" className="wrap-anywhere">
            {journal.id}
          </span>,
          t('utc'),
        ]}
      />
      {!journal.isWhole && <NoteBox tone="info" icon={Info} title={t('journal.part')} />}
      <JournalLegs legs={journal.legs} isBalanced={journal.isBalanced} />
      <Facts journal={journal} />
      <Metadata metadata={journal.metadata} />
      {journal.isWhole && <Block id={journal.id} block={journal.block} />}
    </Stack>
  )
}

/** One journal with its legs, its facts and its proof: `/admin/ledger/journals/:id`. */
export const LedgerJournalPage = () => {
  const t = useText('ledger')
  const id = usePathParam('id')
  const journal = useCall(getJournal, { params: { id }, errors: 'none' })
  return (
    <div className="mx-auto w-full max-w-290">
      <Loaded
        reads={{ journal }}
        waiting={<Skeleton className="h-96" />}
        failed={t('journal.failed')}
        missing={
          <EmptyState
            icon={SearchX}
            title={t('journal.missing')}
            titleAs="h1"
            action={<ButtonLink to="/admin/ledger">{t('title')}</ButtonLink>}
          >
            {null}
          </EmptyState>
        }
      >
        {({ journal: found }) => <Shown journal={found} />}
      </Loaded>
    </div>
  )
}
