import type { Compilable, QueryResult } from 'kysely'
import type { Queries } from './queries.ts'
import { statementOnce, type Placeholders } from './select-once.ts'

/** What changed: a session or user with this id, or something that all sessions depend on. */
export type ChangeSubject = `session:${string}` | `user:${string}` | 'all'

/**
 * Tells this process and the other copies of the server what changed, so that they read cached values again.
 * This process is told before the commit is answered. Other copies are told by NOTIFY, which can be lost, so
 * each cache also limits the age of its values.
 */
export type ChangeNotices = {
  readonly onChange: (listener: (subject: ChangeSubject) => void) => void
  readonly tell: (subjects: Iterable<ChangeSubject>) => void
  /** Another copy's notice, as it was received. */
  readonly receive: (payload: string) => void
}

/** PostgreSQL channel of the notices. */
export const changeChannel = 'change'
/** A payload has at most 8,000 bytes. */
const mostSubjects = 100

/** Writes that may change what a session is allowed. A new session or token changes no cached value. */
const changesSessions =
  /\b(?:(?:update|delete from)\s+"?(?:session|session_token|app_user|company)"?|(?:insert into|update|delete from)\s+"?(?:tag_override|data_scope|listed_company|setting|incident|terms_edition)"?|insert into\s+"?company"?)(?![\w"])/i
const isWatched = new Map<string, boolean>()
const announcing = new Set<string>()
const announced = new WeakMap<Queries, Set<ChangeSubject>>()

/**
 * A statement whose caller announces the change; its text is built once. Any other write to these tables
 * counts as a change of all sessions.
 */
export const announcingStatement = <V extends Readonly<Record<string, unknown>>, O>(
  build: (sql: Queries, value: Placeholders<V>) => Compilable<O>,
): ((sql: Queries, values: V) => Promise<QueryResult<O>>) => {
  const { text, send } = statementOnce(build)
  announcing.add(text)
  return send
}

const mayChangeSessions = (text: string): boolean => {
  let watched = isWatched.get(text)
  if (watched === undefined) {
    watched = changesSessions.test(text) && !announcing.has(text)
    isWatched.set(text, watched)
  }
  return watched
}

/** Records a change of the transaction; the notice is sent when it commits. */
export const announceChange = (sql: Queries, subject: ChangeSubject): void => {
  announced.get(sql)?.add(subject)
}

/** Changes that the transaction has recorded so far. */
export type ChangesOfTransaction = {
  /** Reads every statement of the transaction. */
  readonly see: (text: string) => void
  readonly start: (sql: Queries) => void
  readonly subjects: () => ReadonlySet<ChangeSubject>
}

export const watchChanges = (): ChangesOfTransaction => {
  const subjects = new Set<ChangeSubject>()
  return {
    see: (text) => {
      if (mayChangeSessions(text)) subjects.add('all')
    },
    start: (sql) => announced.set(sql, subjects),
    subjects: () => subjects,
  }
}

/** The statement that sends the notices with the commit. */
export const notifyStatement = (subjects: ReadonlySet<ChangeSubject>): string => {
  const isShort = !subjects.has('all') && subjects.size <= mostSubjects
  const payload = isShort ? [...subjects].join(',') : 'all'
  if (!/^[a-z0-9:,-]*$/.test(payload)) throw new TypeError('A notice may contain only ids')
  return `select pg_notify('${changeChannel}', '${payload}')`
}

const subjectForm = /^(?:all|(?:session|user):[0-9a-f-]{36})$/

export const createChangeNotices = (): ChangeNotices => {
  const listeners: ((subject: ChangeSubject) => void)[] = []
  const tell = (subjects: Iterable<ChangeSubject>) => {
    for (const subject of subjects) for (const listener of listeners) listener(subject)
  }
  return {
    onChange: (listener) => listeners.push(listener),
    tell,
    receive: (payload) => {
      const subjects = payload.split(',')
      tell(subjects.every((each) => subjectForm.test(each)) ? (subjects as ChangeSubject[]) : ['all'])
    },
  }
}
