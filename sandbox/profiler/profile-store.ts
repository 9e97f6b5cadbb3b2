import type { DatabaseSync } from 'node:sqlite'

/** A request of a browser. `clear` is the picture that the script loads, `still` the one of the frame. */
export type HitKind = 'script' | 'frame' | 'clear' | 'still' | 'report'

export type Hit = {
  readonly kind: HitKind
  readonly at: string
  /** The page of the request, as far as its referrer policy shows it. */
  readonly referrer: string | null
  /** Whether the request had cookies: it must never have any of the product's. */
  readonly hadCookies: boolean
  /** The script's findings; only a report has them. */
  readonly facts: Readonly<Record<string, unknown>> | null
}

export type Profile = {
  readonly sessionId: string
  readonly orgId: string
  readonly address: string
  /** In the order of arrival. */
  readonly hits: readonly Hit[]
}

type NewHit = Hit & Pick<Profile, 'sessionId' | 'orgId' | 'address'>

export type ProfileStore = {
  readonly save: (hit: NewHit) => void
  /** Newest session first. */
  readonly list: (of: { sessionId: string | null }) => Profile[]
}

const schema = `create table if not exists hit (
  seq integer primary key, session_id text not null, org_id text not null, address text not null, kind text not null,
  at text not null, referrer text, had_cookies integer not null, facts text) strict;
  create index if not exists hit_by_session on hit (session_id)`
const insert = `insert into hit (session_id, org_id, address, kind, at, referrer, had_cookies, facts)
  values (?, ?, ?, ?, ?, ?, ?, ?)`
const newestSessions = `select session_id, max(seq) as last from hit where session_id = coalesce(?, session_id)
  group by session_id order by last desc limit 200`
const ofSession = 'select * from hit where session_id = ? order by seq'

type Row = {
  session_id: string
  org_id: string
  address: string
  kind: HitKind
  at: string
  referrer: string | null
  had_cookies: number
  facts: string | null
}

const profileOf = (rows: readonly Row[]): Profile[] => {
  const [first] = rows
  if (!first) return []
  const hits = rows.map(({ kind, at, referrer, had_cookies, facts }) => ({
    kind,
    at,
    referrer,
    hadCookies: had_cookies === 1,
    facts: facts === null ? null : (JSON.parse(facts) as Record<string, unknown>),
  }))
  return [{ sessionId: first.session_id, orgId: first.org_id, address: first.address, hits }]
}

/** The profiles of browsers, in the service's own store, so that they survive a restart. */
export const openProfileStore = (store: DatabaseSync): ProfileStore => {
  store.exec(schema)
  return {
    save: ({ sessionId, orgId, address, kind, at, referrer, hadCookies, facts }) => {
      const factsJson = facts === null ? null : JSON.stringify(facts)
      store.prepare(insert).run(sessionId, orgId, address, kind, at, referrer, hadCookies ? 1 : 0, factsJson)
    },
    list: ({ sessionId }) =>
      store
        .prepare(newestSessions)
        .all(sessionId)
        .flatMap((row) => profileOf(store.prepare(ofSession).all(String(row['session_id'])) as Row[])),
  }
}
