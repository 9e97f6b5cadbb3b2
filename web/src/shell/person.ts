import type { SessionUser } from '@cardamom/contract/access'

/** How a person is called in the frame: their name, else the username. */
export const personName = (user: SessionUser): string => {
  const name = [user.first_name, user.last_name].filter(Boolean).join(' ')
  return name === '' ? user.username : name
}
