import { getTransfer, type listTransfers } from '@cardamom/contract/transfers'
import type { WireOf } from '@cardamom/contract/endpoint'
import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { useCall } from '../kernel/query.ts'
import { ofMachines, ofPeople } from '../kernel/read-again.ts'
import { Button, TextLink } from '../ui/button.tsx'
import { dialogPart } from '../ui/dialog.tsx'
import { KvRow, KvRows } from '../ui/kv-rows.tsx'
import { LedgerLink } from '../ui/ledger-link.tsx'
import type { RowOf } from '../ui/list/use-list-pages.ts'
import { Loaded } from '../ui/loaded.tsx'
import { DateText } from '../ui/money.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import { Status } from '../ui/status.tsx'
import { HolderName } from '../ui/wallets/holder-field.tsx'
import { PostingsTable } from '../ui/wallets/postings-table.tsx'
import { BeforeAfter } from '../ui/wallets/wallet-change.tsx'
import { ReferenceRow } from './reference-row.tsx'
import { CardLoad, CardLoadStanding, CardSide } from './card-load.tsx'

const ReverseDialog = dialogPart(async () => (await import('./reverse-dialog.tsx')).ReverseDialog)

type Transfer = WireOf<typeof getTransfer>
const tones = { pending: 'warn', completed: 'good', cancelled: 'neutral', reversed: 'neutral' } as const

const SideCard = ({ title, side }: { title: string; side: Transfer['sender'] }) => {
  const t = useText('transfers')
  const { holder, before, after } = side
  return (
    <section aria-label={title} className="flex flex-col gap-2 rounded-xl border border-line p-4">
      <p className="text-base text-mute md:text-sm">{title}</p>
      <HolderName holder={holder} />
      {before !== null && after !== null ? (
        <BeforeAfter before={before} after={after} />
      ) : (
        <p className="text-base text-mute md:text-sm">{t('unseen')}</p>
      )}
    </section>
  )
}

const openTransfer = (id: string) => ({ to: '/admin/transfers', search: { open: id } })

const Related = ({ reversalOf, reversedBy }: Transfer) => {
  const t = useText('transfers')
  const note = (of: { id: string; ref: string }, text: 'returns' | 'returned') => (
    <NoteBox
      tone="info"
      icon={Undo2}
      title={t(text, { ref: of.ref })}
      action={<TextLink {...openTransfer(of.id)}>{of.ref}</TextLink>}
    />
  )
  return (
    <>
      {reversalOf && note(reversalOf, 'returns')}
      {reversedBy && note(reversedBy, 'returned')}
    </>
  )
}

const Facts = ({ found }: { found: Transfer }) => {
  const t = useText('transfers')
  const { status, kind, wallet, total, fee, net, reason, requestedByName, approvedByName, madeAt, ref } =
    found
  return (
    <KvRows>
      <KvRow name={t('fields.ref')}>{ref}</KvRow>
      <KvRow name={t('fields.status')}>
        <Status tone={tones[status]} variant="plain">
          {t(`values.status.${status}`)}
        </Status>
      </KvRow>
      <KvRow name={t('fields.kind')}>{t(`values.kind.${kind}`)}</KvRow>
      <KvRow name={t('fields.wallet')}>{t(`values.wallet.${wallet}`)}</KvRow>
      <KvRow name={t('fields.madeAt')}>
        <DateText value={madeAt} variant="dayTime" />
      </KvRow>
      <KvRow name={t('fields.total')}>{moneyText(total)}</KvRow>
      <KvRow name={t('fields.fee')}>{moneyText(fee)}</KvRow>
      <KvRow name={t('fields.net')} total>
        {moneyText(net)}
      </KvRow>
      <KvRow name={t('fields.reason')}>
        <span className="wrap-anywhere">{reason}</span>
      </KvRow>
      <ReferenceRow reference={found.reference} />
      {requestedByName !== '' && <KvRow name={t('fields.requestedByName')}>{requestedByName}</KvRow>}
      {approvedByName !== null && approvedByName !== '' && (
        <KvRow name={t('fields.approvedByName')}>{approvedByName}</KvRow>
      )}
    </KvRows>
  )
}

/** A transfer with both wallets as it changed them, its journal, and what returned it. */
export const TransferDetails = ({ id }: { id: string; row: RowOf<typeof listTransfers> | undefined }) => {
  const t = useText('transfers')
  const [isReversing, setReversing] = useState(false)
  const transfer = useCall(
    getTransfer,
    { params: { id }, errors: 'none' },
    {
      live: ['transfer.'],
      againMs: ({ status, steps }) => status === 'pending' && (steps.length > 1 ? ofMachines : ofPeople),
    },
  )
  return (
    <Loaded reads={{ transfer }} failed={t('failed')}>
      {({ transfer: found }) => (
        <div className="flex flex-col gap-5">
          <Related {...found} />
          {found.card && <CardLoadStanding found={found} card={found.card} />}
          <div className="flex flex-col gap-3">
            <SideCard title={t('sender')} side={found.sender} />
            {found.card ? (
              <CardSide found={found} card={found.card} />
            ) : (
              <SideCard title={t('receiver')} side={found.receiver} />
            )}
          </div>
          <Facts found={found} />
          {found.card && <CardLoad found={found} />}
          <PostingsTable legs={found.legs} />
          <LedgerLink id={id} />
          {found.canReverse && (
            <Button variant="danger" icon={Undo2} onClick={() => setReversing(true)}>
              {t('reverse.button')}
            </Button>
          )}
          <ReverseDialog
            open={isReversing}
            id={id}
            name={found.senderName}
            amount={found.total}
            onClose={() => setReversing(false)}
          />
        </div>
      )}
    </Loaded>
  )
}
