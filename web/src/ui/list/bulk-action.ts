import type { BulkEndpoint } from '@cardamom/contract/bulk'
import type { PermissionTag } from '@cardamom/contract/roles'
import type { LucideIcon } from 'lucide-react'

/** An action on the selected rows. Its call has a note for the audit. */
export type BulkAction = {
  readonly name: string
  readonly button: string
  /** What happens to the rows, before it is confirmed. */
  readonly effect: string
  readonly call: BulkEndpoint
  /** The permission for the call. */
  readonly tag: PermissionTag
  readonly icon: LucideIcon
  readonly isDangerous?: true
  /** Name of the action that undoes it. */
  readonly undoneBy?: string
}
