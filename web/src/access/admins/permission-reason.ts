import { changePermissions } from '@cardamom/contract/access/admins'

/** The rule of the only typed field of a change of permissions. */
export const reasonRule = changePermissions.input.pick({ reason: true })
