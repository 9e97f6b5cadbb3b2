import type { DatabaseSync } from 'node:sqlite'

export type ListedPerson = {
  readonly id: string
  readonly names: readonly string[]
  /** YYYY-MM-DD */
  readonly birthDate: string
  /** Two letters, lower case. */
  readonly country: string
}

/** Invented people. */
const people: readonly ListedPerson[] = [
  { id: 'sbx-001', names: ['Viktor Sandrov', 'Victor Sandroff'], birthDate: '1961-03-14', country: 'ru' },
  { id: 'sbx-002', names: ['Ibrahim Testani', 'Ebrahim al-Testani'], birthDate: '1974-11-02', country: 'ir' },
  { id: 'sbx-003', names: ['Ramiro Sancionado Vega'], birthDate: '1980-07-21', country: 've' },
]
const wallets: readonly string[] = ['0x5a4c71000000000000000000000000000000c0de']

/** The entries of the lists: a few initial ones, and those that the control plane adds. */
export const openLists = (store: DatabaseSync) => {
  store.exec(`create table if not exists listed_person (id text primary key, body text not null);
    create table if not exists listed_wallet (address text primary key)`)
  const addedPeople = () =>
    store
      .prepare('select body from listed_person order by id')
      .all()
      .map(({ body }) => JSON.parse(String(body)) as ListedPerson)
  return {
    people: (): readonly ListedPerson[] => [...people, ...addedPeople()],
    addPerson: (person: Omit<ListedPerson, 'id'>) => {
      const id = `sbx-added-${addedPeople().length + 1}`
      store.prepare('insert into listed_person values (?, ?)').run(id, JSON.stringify({ id, ...person }))
      return { id, ...person }
    },
    hasWallet: (address: string): boolean =>
      wallets.includes(address.toLowerCase()) ||
      store.prepare('select 1 from listed_wallet where address = ?').get(address.toLowerCase()) !== undefined,
    addWallet: (address: string) => {
      store.prepare('insert or ignore into listed_wallet values (?)').run(address.toLowerCase())
    },
  }
}

export type Lists = ReturnType<typeof openLists>
