import { createBatchedLookup } from '../kernel/batched-lookup.ts'
import type { ChangeNotices, ChangeSubject } from '../kernel/change-notices.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Database } from '../kernel/database.ts'
import { beforeLogin } from '../kernel/scopes.ts'
import { hashSecret } from './secrets.ts'
import { createSessionRules, type ReadRules } from './session-rules.ts'
import { findSessions, type FoundSession } from './sessions.sql.ts'

/** Greatest age of a cached session: the longest effect of a lost notice. */
const longestMs = 1000
const mostSessions = 20_000

export type SessionCache = {
  /** Settings that decide about sessions, at most a second old. */
  readonly rules: ReadRules
  /** The session of a token, by `tokenKey`, at most a second old; null: there is none. */
  readonly find: (key: string) => Promise<FoundSession | null>
  /** The user who was last admitted with a token, without a read; null: unknown. */
  readonly knownUser: (key: string) => string | null
  readonly setKnownUser: (key: string, userId: string | null) => void
}

type Entry = { readonly found: FoundSession; readonly readMs: number }

/** Cache key of a token: never the token itself. */
export const tokenKey = (token: string): string => hashSecret(token).toString('base64')

/** Entries by token, and the entries that a notice concerns. */
const createEntries = () => {
  const entries = new Map<string, Entry>()
  const keysBySubject = new Map<string, Set<string>>()
  const subjectsOf = ({ found }: Entry) => [`session:${found.sessionId}`, `user:${found.userId}`]
  const remove = (key: string) => {
    const entry = entries.get(key)
    if (!entry) return
    entries.delete(key)
    for (const subject of subjectsOf(entry)) {
      const keys = keysBySubject.get(subject)
      keys?.delete(key)
      if (keys?.size === 0) keysBySubject.delete(subject)
    }
  }
  return {
    get: (key: string) => entries.get(key),
    set: (key: string, entry: Entry) => {
      remove(key)
      entries.set(key, entry)
      for (const subject of subjectsOf(entry)) {
        const keys = keysBySubject.get(subject) ?? new Set()
        keysBySubject.set(subject, keys.add(key))
      }
      const [oldest] = entries.keys()
      if (entries.size > mostSessions && oldest !== undefined) remove(oldest)
    },
    removeOf: (subject: ChangeSubject) => {
      if (subject !== 'all') return [...(keysBySubject.get(subject) ?? [])].forEach(remove)
      entries.clear()
      keysBySubject.clear()
    },
  }
}

/** Users by token, the least recently seen first. */
const createKnownUsers = () => {
  const users = new Map<string, string>()
  return {
    get: (key: string) => users.get(key) ?? null,
    set: (key: string, userId: string) => {
      users.delete(key)
      users.set(key, userId)
      const [oldest] = users.keys()
      if (users.size > mostSessions && oldest !== undefined) users.delete(oldest)
    },
    remove: (key: string) => void users.delete(key),
  }
}

/**
 * Caches sessions for a second and drops those that a notice names. Signing out, a lock, another role and a
 * deactivation count from the next request on; in other copies when the notice arrives. A read that started
 * before a notice is not cached.
 */
export const createSessionCache = (deps: {
  db: Database
  clock: Clock
  notices: ChangeNotices
}): SessionCache => {
  const entries = createEntries()
  const known = createKnownUsers()
  let loads = new Map<string, Promise<FoundSession | null>>()
  /** Counts notices: a read is cached only when none arrived since its start. */
  let changes = 0
  deps.notices.onChange((subject) => {
    changes += 1
    loads = new Map()
    entries.removeOf(subject)
  })

  const find = createBatchedLookup((keys) =>
    deps.db.read(beforeLogin, (sql) =>
      findSessions(
        sql,
        keys.map((key) => Buffer.from(key, 'base64')),
      ),
    ),
  )
  const load = async (key: string): Promise<FoundSession | null> => {
    const before = changes
    const readMs = deps.clock.realNow().getTime()
    const found = await find(key)
    if (found && before === changes) entries.set(key, { found, readMs })
    return found
  }
  return {
    rules: createSessionRules(deps),
    find: async (key) => {
      const entry = entries.get(key)
      const ageMs = entry ? deps.clock.realNow().getTime() - entry.readMs : longestMs
      if (entry && ageMs >= 0 && ageMs < longestMs) return entry.found
      const running = loads.get(key)
      if (running) return running
      const loading = load(key)
      const mine = loads
      mine.set(key, loading)
      return loading.finally(() => mine.delete(key))
    },
    knownUser: (key) => known.get(key),
    setKnownUser: (key, userId) => (userId === null ? known.remove(key) : known.set(key, userId)),
  }
}
