import { randomBytes } from 'node:crypto'
import type { Fields } from './fields.ts'
import type { Parts } from './parts.ts'

export type User = {
  id: string
  /** The id of the user in WebAuthn. It is random, so a passkey says nothing about the product's ids. */
  handle: string
  email: string | null
  email_verified: number
  phone_number: string | null
  phone_verified: number
  username: string | null
  display_name: string | null
  custom: string
  locale: string | null
}

export const findUser = ({ db }: Parts, id: string): User | undefined =>
  db.one<User>('select * from user where id = ?', id)

/** Returns the user, and creates an unknown one. */
export const needUser = (parts: Parts, id: string): User =>
  findUser(parts, id) ??
  parts.db.insert<User>('user', {
    id,
    handle: randomBytes(32).toString('base64url'),
    created_at: parts.now().toISOString(),
  })

const columns = {
  email: 'email',
  phoneNumber: 'phone_number',
  username: 'username',
  displayName: 'display_name',
  locale: 'locale',
} as const

/** Stores the attributes that the body has; the others do not change. */
export const updateUser = (parts: Parts, id: string, body: Fields): User => {
  needUser(parts, id)
  const { db } = parts
  for (const [field, column] of Object.entries(columns)) {
    const sent = body.text(field)
    if (sent === undefined) continue
    const value = column === 'email' ? sent.trim().toLowerCase() : sent
    const unverify = column === 'email' ? ', email_verified = iif(email is ?1, email_verified, 0)' : ''
    const unverifyPhone =
      column === 'phone_number' ? ', phone_verified = iif(phone_number is ?1, phone_verified, 0)' : ''
    db.run(`update user set ${column} = ?1${unverify}${unverifyPhone} where id = ?2`, value, id)
  }
  for (const [field, column] of [
    ['emailVerified', 'email_verified'],
    ['phoneNumberVerified', 'phone_verified'],
  ] as const) {
    const value = body.flag(field)
    if (value !== undefined) db.run(`update user set ${column} = ? where id = ?`, value ? 1 : 0, id)
  }
  const custom = body.object('custom')
  if (custom) db.run('update user set custom = ? where id = ?', JSON.stringify(custom), id)
  return needUser(parts, id)
}

/** Removes the user and all their data. */
export const removeUser = ({ db }: Parts, id: string): void =>
  db.whole(() => {
    for (const table of ['authenticator', 'action', 'challenge']) {
      db.run(`delete from ${table} where user_id = ?`, id)
    }
    for (const table of ['lockout', 'sending']) db.run(`delete from ${table} where subject = ?`, id)
    db.run('delete from user where id = ?', id)
  })
