import { approvalKinds, type ApprovalKind } from '@cardamom/contract/approvals'
import { useText } from './i18n.tsx'

const kinds: readonly string[] = Object.values(approvalKinds)

/** The name of a kind of request. A kind of a newer server is shown as it is. */
export const useKindName = (): ((kind: string) => string) => {
  const t = useText('approvals')
  return (kind) => (kinds.includes(kind) ? t(`values.kind.${kind as ApprovalKind}`) : kind)
}
