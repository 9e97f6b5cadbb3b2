import { listWalletAdjustments } from '@cardamom/contract/wallets/wallet-adjustments'
import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { useCan } from '../kernel/permissions.ts'
import { useCall } from '../kernel/query.ts'
import { ofMachines } from '../kernel/read-again.ts'
import { Button, TextLink } from '../ui/button.tsx'
import { dialogPart } from '../ui/dialog.tsx'
import { KvRow, KvRows } from '../ui/kv-rows.tsx'
import { LedgerLink } from '../ui/ledger-link.tsx'
import type { RowOf } from '../ui/list/use-list-pages.ts'
import { Loaded } from '../ui/loaded.tsx'
import { DateText } from '../ui/money.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import { Status } from '../ui/status.tsx'
import { AdjustmentCall } from './adjustment-call.tsx'

const UndoDialog = dialogPart(async () => (await import('./undo-dialog.tsx')).UndoDialog)

type Row = RowOf<typeof listWalletAdjustments>
const tones = { pending: 'warn', completed: 'good', refused: 'bad' } as const

const known = ['absent', 'decided_return'] as const

const Standing = ({
  status,
  refusal,
  reversalOf,
  reversedBy,
  isExplained,
}: Row & { isExplained: boolean }) => {
  const t = useText('walletAdjustments')
  const link = (of: { id: string; ref: string }, text: 'undoes' | 'undone') => (
    <NoteBox
      tone="info"
      icon={Undo2}
      title={t(text, { ref: of.ref })}
      action={
        <TextLink to="/admin/wallets/adjustments" search={{ open: of.id }}>
          {of.ref}
        </TextLink>
      }
    />
  )
  const code = known.find((each) => each === refusal)
  return (
    <>
      {reversalOf && link(reversalOf, 'undoes')}
      {reversedBy && link(reversedBy, 'undone')}
      {status === 'pending' && !isExplained && <NoteBox tone="info" title={t('underWay')} />}
      {status === 'refused' && (
        <NoteBox tone="warn" title={t('refused')}>
          {code === undefined ? t('why.other', { code: refusal ?? '' }) : t(`why.${code}`)}
        </NoteBox>
      )}
    </>
  )
}

const Facts = ({ row }: { row: Row }) => {
  const t = useText('walletAdjustments')
  const { wallet, lastDigits, status, type, amount, reason, requestedByName, approvedByName } = row
  return (
    <KvRows>
      <KvRow name={t('fields.ref')}>{row.ref}</KvRow>
      <KvRow name={t('fields.status')}>
        <Status tone={tones[status]} variant="plain">
          {t(`values.status.${status}`)}
        </Status>
      </KvRow>
      <KvRow name={t('fields.holderName')}>{row.holderName}</KvRow>
      <KvRow name={t('fields.companyName')}>{row.companyName}</KvRow>
      <KvRow name={wallet === null ? t('fields.lastDigits') : t('fields.wallet')}>
        {wallet === null ? `•••• ${lastDigits ?? '—'}` : t(`values.wallet.${wallet}`)}
      </KvRow>
      <KvRow name={t('fields.type')}>{t(`values.type.${type}`)}</KvRow>
      <KvRow name={t('fields.amount')} total>
        {moneyText(amount)}
      </KvRow>
      <KvRow name={t('fields.reason')}>
        <span className="wrap-anywhere">{reason}</span>
      </KvRow>
      <KvRow name={t('fields.adjustedAt')}>
        <DateText value={row.adjustedAt} variant="dayTime" />
      </KvRow>
      {row.endedAt !== null && (
        <KvRow name={t('fields.endedAt')}>
          <DateText value={row.endedAt} variant="dayTime" />
        </KvRow>
      )}
      {requestedByName !== '' && <KvRow name={t('fields.requestedByName')}>{requestedByName}</KvRow>}
      {approvedByName !== null && approvedByName !== '' && (
        <KvRow name={t('fields.approvedByName')}>{approvedByName}</KvRow>
      )}
    </KvRows>
  )
}

const Found = ({ row }: { row: Row }) => {
  const t = useText('walletAdjustments')
  const can = useCan()
  const [isUndoing, setUndoing] = useState(false)
  const showsCall = row.status === 'pending' && row.holderKind === 'card' && can('wallets.adjust') === true
  const isUndoable = row.status === 'completed' && row.reversalOf === null && row.reversedBy === null
  return (
    <div className="flex flex-col gap-5">
      <Standing {...row} isExplained={showsCall} />
      {showsCall && <AdjustmentCall id={row.id} reference={row.ref} />}
      <Facts row={row} />
      <LedgerLink id={row.id} />
      {isUndoable && can('wallets.adjust') === true && (
        <Button variant="danger" icon={Undo2} onClick={() => setUndoing(true)}>
          {t('undo.button')}
        </Button>
      )}
      <UndoDialog open={isUndoing} id={row.id} reference={row.ref} onClose={() => setUndoing(false)} />
    </div>
  )
}

/** An adjustment with its state, what undid it, and the button that undoes it. */
export const AdjustmentDetails = ({ id }: { id: string; row: Row | undefined }) => {
  const t = useText('walletAdjustments')
  const found = useCall(
    listWalletAdjustments,
    { input: { id }, errors: 'none' },
    {
      live: ['wallet.adjusted', 'card_adjustment.'],
      againMs: ({ items }) => items.some(({ status }) => status === 'pending') && ofMachines,
    },
  )
  return (
    <Loaded
      reads={{ found }}
      failed={t('failed')}
      empty={({ found: { items } }) => items.length === 0 && t('gone')}
    >
      {({ found: { items } }) => items[0] && <Found row={items[0]} />}
    </Loaded>
  )
}
