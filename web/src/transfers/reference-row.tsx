import { useText } from '../kernel/i18n.tsx'
import { KvRow } from '../ui/kv-rows.tsx'

/** What the other side knows a transfer by, where a person wrote it. */
export const ReferenceRow = ({ reference }: { reference: string | null }) => {
  const t = useText('transfers')
  if (reference === null || reference === '') return null
  return (
    <KvRow name={t('fields.reference')}>
      <span className="wrap-anywhere">{reference}</span>
    </KvRow>
  )
}
