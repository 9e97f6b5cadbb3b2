import { claimTransfer, readLoad } from '@cardamom/contract/loads'
import { ChevronDown } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { useAction } from '../kernel/query.ts'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { NoteBox } from '../ui/note-box.tsx'
import { TextField } from '../ui/text-field.tsx'
import { networkName, type LoadOnWire } from './load-wire.ts'

/** A panel of which only the title shows until it is pressed. */
const Folded = ({ title, open, children }: { title: string; open: boolean; children: ReactNode }) => (
  <details open={open} className="group rounded-xl border border-line bg-surface">
    <summary
      className={cx(
        'flex min-h-14 cursor-pointer list-none items-center justify-between gap-3 rounded-xl px-4',
        'font-medium hover:bg-fill',
      )}
    >
      {title}
      <ChevronDown aria-hidden size={20} className="text-mute transition-transform group-open:rotate-180" />
    </summary>
    <div className="px-4 pb-4">{children}</div>
  </details>
)

/** "I already sent it": a transaction hash is looked up now, and the page says where it went. */
export const ClaimPanel = ({ load }: { load: LoadOnWire }) => {
  const t = useText('loads')
  const [hash, setHash] = useState('')
  const claim = useAction(claimTransfer, { errors: 'fields', changes: [readLoad] })
  const found = claim.data?.found
  const problem = claim.error?.errors['txHash']?.[0] ?? claim.error?.message
  return (
    <Folded title={t('alreadySent')} open={load.status === 'expired'}>
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          claim.mutate({ params: { id: load.id }, input: { txHash: hash.trim() } })
        }}
      >
        <p className="text-base text-mute">{t('alreadySentText')}</p>
        <TextField
          label={t('hash')}
          value={hash}
          onChange={(event) => setHash(event.target.value)}
          placeholder="0x…"
          autoComplete="off"
          spellCheck={false}
          error={problem}
        />
        {found && (
          <NoteBox tone={found === 'here' ? 'good' : 'warn'} role="status">
            {t(`found.${found}`, { network: networkName(load.asset.network) })}
          </NoteBox>
        )}
        <Button type="submit" busy={claim.isPending} disabled={hash.trim() === ''}>
          {t('look')}
        </Button>
      </form>
    </Folded>
  )
}
