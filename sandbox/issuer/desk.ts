import type { Db } from '../kernel/sqlite.ts'
import type { Vault } from './vault.ts'

/** A message for the subscriber, with Reap's names. */
export type IssuerEvent = {
  readonly eventType: string
  readonly eventName: string
  readonly data: unknown
}

/** Dependencies of every rule of the issuer. */
export type Desk = {
  readonly db: Db
  readonly vault: Vault
  /** Business time: the service's clock, which can be ahead of real time. */
  readonly now: () => Date
  /** Real time, for the lifetime of links. */
  readonly realNow: () => Date
  readonly baseUrl: () => string
  readonly emit: (event: IssuerEvent) => void
}

export const readSetting = (db: Db, name: string): string | undefined =>
  db.one<{ value: string }>('select value from setting where name = ?', name)?.value

export const writeSetting = (db: Db, name: string, value: string): void => {
  db.run(
    'insert into setting values (?, ?) on conflict (name) do update set value = excluded.value',
    name,
    value,
  )
}

export const plusMs = (at: Date, ms: number): Date => new Date(at.getTime() + ms)

export const dayMs = 86_400_000
