import type { WalletLine } from '@cardamom/contract/wallets/wallet-lines'
import { useText } from '../kernel/i18n.tsx'
import { useCan } from '../kernel/permissions.ts'
import { useSession } from '../kernel/session.ts'
import { TextLink } from '../ui/button.tsx'
import { recordPageOf } from './record-pages.ts'

/** The record that a line comes from, and its journals: links for readers who may open them. */
export const LineSource = ({ source }: Pick<WalletLine, 'source'>) => {
  const t = useText('walletLines')
  const { user } = useSession()
  const can = useCan()
  if (source === null || source.ref === null) return null
  const text = t('sourceOf', { kind: source.kind, ref: source.ref })
  const page = recordPageOf({ kind: source.kind, user, can })
  return (
    <span className="flex flex-wrap gap-x-3">
      {page === null ? (
        <span className="num text-mute">{text}</span>
      ) : (
        <TextLink to={page} search={{ open: source.id }}>
          <span className="num whitespace-nowrap">{text}</span>
        </TextLink>
      )}
      {can('ledger.view') === true && (
        <TextLink to="/admin/ledger" search={{ find: source.id }}>
          {t('journals')}
        </TextLink>
      )}
    </span>
  )
}
