import { listPayoutAddresses, removePayoutAddress } from '@cardamom/contract/withdrawals/withdrawal-requests'
import type { WireOf } from '@cardamom/contract/endpoint'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useDates } from '../kernel/dates.tsx'
import { useText } from '../kernel/i18n.tsx'
import { useAction } from '../kernel/query.ts'
import { toastSuccess } from '../kernel/toasts.ts'
import { AddressText } from '../ui/address-text.tsx'
import { capital } from '../kernel/date-text.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, dialogPart } from '../ui/dialog.tsx'
import { Panel } from '../ui/panel.tsx'
import { Status } from '../ui/status.tsx'
import type { Terms } from './withdraw-wallets.tsx'
import type { WithdrawalOwner } from './withdrawal-tones.ts'

export type BookedAddress = WireOf<typeof listPayoutAddresses>[number]

const AddAddress = dialogPart(async () => (await import('./add-address.tsx')).AddAddress)

const Removal = ({ address, onClose }: { address: BookedAddress; onClose: () => void }) => {
  const t = useText('ownWithdrawals')
  const remove = useAction(removePayoutAddress, { changes: [listPayoutAddresses] })
  const send = async () => {
    await remove.mutateAsync({ params: { id: address.id } })
    toastSuccess(t('book.removed'))
    onClose()
  }
  return (
    <Dialog
      open
      size="small"
      onClose={onClose}
      busy={remove.isPending}
      title={t('book.removeTitle', { label: address.label })}
      actions={
        <>
          <Button onClick={onClose}>{t('book.cancel')}</Button>
          <Button variant="danger" busy={remove.isPending} onClick={() => void send().catch(() => undefined)}>
            {t('book.remove')}
          </Button>
        </>
      }
    >
      <p className="text-mute">{t('book.removeText')}</p>
    </Dialog>
  )
}

const Entry = ({ address, remove }: { address: BookedAddress; remove: () => void }) => {
  const t = useText('ownWithdrawals')
  const date = useDates()
  const { label, network, usableFrom, isUsable } = address
  return (
    <li className="flex flex-col gap-1 border-b border-line2 py-3 last:border-b-0">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="font-semibold wrap-anywhere">{label}</span>
        <Status tone={isUsable ? 'good' : 'warn'} variant="plain">
          {isUsable ? t('book.usable') : t('book.waits', { at: date(usableFrom, 'dayTime') })}
        </Status>
      </div>
      <AddressText address={address.address} />
      <div className="flex items-center justify-between gap-2">
        <span className="text-base text-mute md:text-sm">{capital(network)}</span>
        <Button size="small" icon={Trash2} aria-label={t('book.removeNamed', { label })} onClick={remove}>
          {t('book.remove')}
        </Button>
      </div>
    </li>
  )
}

/** The address book: a new address waits before it can be used. */
export const AddressBook = ({
  of,
  terms,
  addresses,
}: {
  of: WithdrawalOwner
  terms: Terms
  addresses: readonly BookedAddress[]
}) => {
  const t = useText('ownWithdrawals')
  const [isAdding, setAdding] = useState(false)
  const [removed, setRemoved] = useState<BookedAddress | null>(null)
  const hours = terms.addressWaitHours
  return (
    <Panel title={t('book.title')}>
      {addresses.length === 0 ? (
        <p className="text-mute">{t('book.empty', { hours })}</p>
      ) : (
        <ul aria-label={t('book.title')}>
          {addresses.map((address) => (
            <Entry key={address.id} address={address} remove={() => setRemoved(address)} />
          ))}
        </ul>
      )}
      <div className="pt-3">
        <Button icon={Plus} onClick={() => setAdding(true)}>
          {t('book.add')}
        </Button>
      </div>
      <AddAddress open={isAdding} of={of} terms={terms} onClose={() => setAdding(false)} />
      {removed && <Removal address={removed} onClose={() => setRemoved(null)} />}
    </Panel>
  )
}
