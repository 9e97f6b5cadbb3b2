import type { WireOf } from '@cardamom/contract/endpoint'
import { pendingGroupings, readPendingMoney } from '@cardamom/contract/wallets/pending-money'
import { walletPendingReasons, walletTypes } from '@cardamom/contract/wallets/wallet-records'
import { Clock, Download } from 'lucide-react'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { useCall } from '../kernel/query.ts'
import { useQueryParams } from '../kernel/router.tsx'
import { Button, TextLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import { Page } from '../ui/page-parts.tsx'
import { PageHeader } from '../ui/page.tsx'
import { Figure, Figures, Panel, SectionTitle } from '../ui/panel.tsx'
import { saveCsv } from '../ui/save-csv.ts'
import { SelectField } from '../ui/select-field.tsx'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { pendingLines, type PendingGroup } from './pending-lines.ts'
import { PendingRow } from './wallet-panels.tsx'

preloadText('walletLines')

type Pending = WireOf<typeof readPendingMoney>
type Part = Pending['days'][number]
type Grouping = (typeof pendingGroupings)[number]

const Parts = ({ parts, label }: { parts: readonly Part[]; label: string }) => (
  <ul aria-label={label}>
    {parts.map((part) => (
      <PendingRow key={`${part.wallet} ${part.runAt ?? ''} ${part.reason}`} {...part} namesWallet />
    ))}
  </ul>
)

const Filters = () => {
  const t = useText('walletList')
  const lines = useText('walletLines')
  const [query, change] = useQueryParams()
  const all = { value: '', label: t('pending.all') }
  return (
    <div className="grid gap-3 pb-4 sm:grid-cols-3">
      <SelectField
        label={t('pending.by')}
        value={query['by'] ?? 'company'}
        onChange={({ target }) => change({ by: target.value === 'company' ? undefined : target.value })}
        options={pendingGroupings.map((value) => ({ value, label: t(`pending.grouping.${value}`) }))}
      />
      <SelectField
        label={t('fields.wallet')}
        value={query['wallet'] ?? ''}
        onChange={({ target }) => change({ wallet: target.value || undefined })}
        options={[all, ...walletTypes.map((value) => ({ value, label: lines(`wallet.${value}`) }))]}
      />
      <SelectField
        label={t('pending.reason')}
        value={query['reason'] ?? ''}
        onChange={({ target }) => change({ reason: target.value || undefined })}
        options={[
          all,
          ...walletPendingReasons
            .filter((each) => each !== 'other')
            .map((value) => ({ value, label: lines(`reason.${value}`) })),
        ]}
      />
    </div>
  )
}

/** A person whom the reader does not see has no name. */
const useNameOf = () => {
  const t = useText('walletList')
  return (name: string) => (name === '' ? t('pending.unnamed') : name)
}

/** The parts of the companies or owners that are shown, a line for each. */
const SaveButton = ({ groups, by }: { groups: readonly PendingGroup[]; by: Grouping }) => {
  const t = useText('walletList')
  const lines = useText('walletLines')
  const nameOf = useNameOf()
  const save = () => {
    const isByOwner = by === 'owner'
    saveCsv(t('pending.fileName'), [
      [
        ...(isByOwner ? [t('fields.ownerName')] : []),
        t('fields.companyName'),
        t('fields.wallet'),
        t('pending.day'),
        t('pending.reason'),
        t('pending.amount'),
      ],
      ...pendingLines(groups, {
        isByOwner,
        nameOf,
        walletOf: (wallet) => lines(`wallet.${wallet}`),
        reasonOf: (reason) => lines(`reason.${reason}`),
      }),
    ])
  }
  return (
    <Button variant="ghost" size="small" icon={Download} onClick={save}>
      {t('pending.csv')}
    </Button>
  )
}

const GroupPanel = ({ id, name, companyName, amount, parts }: PendingGroup) => {
  const shownName = useNameOf()(name)
  return (
    <Panel
      title={<TextLink to={`/admin/wallets/${id}`}>{shownName}</TextLink>}
      action={<span className="num font-semibold">{moneyText(amount)}</span>}
    >
      {companyName !== undefined && companyName !== name && <p className="text-mute">{companyName}</p>}
      <Parts parts={parts} label={shownName} />
    </Panel>
  )
}

const Found = ({ found, by }: { found: Pending; by: Grouping }) => {
  const { total, days, companies, owners, more, onlyOwnShares } = found
  const t = useText('walletList')
  const groups: readonly PendingGroup[] = by === 'owner' ? owners : companies
  return (
    <>
      <Panel title={t('pending.byDay')}>
        <Figures>
          <Figure name={t('pending.total')} tone="brand">
            {moneyText(total)}
          </Figure>
        </Figures>
        <Parts parts={days} label={t('pending.byDay')} />
      </Panel>
      <SectionTitle aside={<SaveButton groups={groups} by={by} />}>
        {t(`pending.grouping.${by}`)}
      </SectionTitle>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 xl:grid-cols-2">
        {groups.map((group) => (
          <GroupPanel key={group.id} {...group} />
        ))}
      </div>
      {onlyOwnShares && <NoteBox tone="neutral">{t('pending.onlyOwnShares')}</NoteBox>}
      {more > 0 && <p className="text-mute">{t(`pending.more.${by}`, { count: more })}</p>}
    </>
  )
}

/** Pending money of all companies in scope, by company or by owner, and by its day of release with the reason of each date: `/admin/wallets/pending`. */
export const PendingMoneyPage = () => {
  const t = useText('walletList')
  const [query] = useQueryParams()
  const wallet = walletTypes.find((each) => each === query['wallet'])
  const reason = walletPendingReasons.find((each) => each === query['reason'])
  const by = pendingGroupings.find((each) => each === query['by']) ?? 'company'
  const { companyId, ownerId } = query
  const whose = { by, ...(companyId && { companyId }), ...(ownerId && { ownerId }) }
  const input = { ...whose, ...(wallet && { wallet }), ...(reason && { reason }) }
  const pending = useCall(
    readPendingMoney,
    { input, errors: 'none' },
    { live: ['topup.', 'load.', 'settlement.'], showsPrevious: true },
  )
  return (
    <Page>
      <PageHeader title={t('pending.title')} back="/admin/wallets" />
      <Filters />
      <Loaded
        reads={{ pending }}
        waiting={<SkeletonRows rows={6} />}
        failed={t('failed')}
        empty={({ pending: { companies, owners } }) =>
          companies.length + owners.length === 0 && (
            <EmptyState icon={Clock} title={t('pending.none')} titleAs="h2">
              {t('pending.noneBody')}
            </EmptyState>
          )
        }
      >
        {({ pending: found }) => <Found found={found} by={found.owners.length > 0 ? 'owner' : 'company'} />}
      </Loaded>
    </Page>
  )
}
