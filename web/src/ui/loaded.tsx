import type { ReactNode } from 'react'
import type { ApiError } from '../kernel/api-error.ts'
import { useText } from '../kernel/i18n.tsx'
import { Button } from './button.tsx'
import { NoteBox } from './note-box.tsx'
import { SkeletonRows } from './skeleton.tsx'

/** A read that can be repeated, such as a result of `useCall`. */
export type FailedRead = {
  readonly error: ApiError | null
  readonly isFetching: boolean
  readonly refetch: () => Promise<unknown>
}
type Read = FailedRead & { readonly data: unknown }
type Reads = Readonly<Record<string, Read>>
type DataOf<R extends Reads> = { readonly [name in keyof R]: Exclude<R[name]['data'], undefined> }

const readAgain = (reads: readonly FailedRead[]): void => {
  for (const { refetch } of reads) void refetch()
}

/**
 * Shown instead of data that could not be read: says what is missing and offers to read it again. The toast
 * of the call says why it failed (product §8), once.
 */
export const ReadFailed = ({ title, reads }: { title: ReactNode; reads: readonly FailedRead[] }) => {
  const t = useText('ui')
  const failed = reads.filter(({ error }) => error !== null)
  return (
    <NoteBox
      tone="bad"
      role="alert"
      title={title}
      action={
        <Button busy={failed.some(({ isFetching }) => isFetching)} onClick={() => readAgain(failed)}>
          {t('tryAgain')}
        </Button>
      }
    />
  )
}

/** The record does not exist, or the address has no valid id. */
const isMissing = ({ error }: Read) => error?.status === 404 || error?.status === 422

/** What `failed` gets when the failure needs more than a sentence. */
type Failure = {
  /** The first error, if several reads failed. */
  readonly error: ApiError
  /** Reads again what failed. */
  readonly again: () => void
  /** The usual message with its button, for a place of its own. */
  readonly note: (title: ReactNode) => ReactNode
}

const isAbsent = ({ data }: Read) => data === undefined

/**
 * Shows `waiting` until every read has its data or has failed. The parts of a page then show their own
 * failures, each by `Loaded`, and the page's layout is decided once.
 */
export const Settled = ({
  reads,
  waiting,
  children,
}: {
  reads: Reads
  waiting: ReactNode
  children: ReactNode
}) => (Object.values(reads).some((read) => isAbsent(read) && read.error === null) ? waiting : children)

/**
 * Shows data that is read: `<Loaded reads={{ card }} failed={t('failed')}>{({ card }) => …}</Loaded>`. It
 * shows `waiting` until all reads are done, and `failed` with a button when one fails. Data stays when
 * reading it again fails, because the toast of the call reports that.
 */
export const Loaded = <R extends Reads>({
  reads,
  waiting,
  failed,
  missing,
  empty,
  children,
}: {
  reads: R
  /** Absent: placeholder rows. */
  waiting?: ReactNode
  /**
   * A sentence that says what could not be read; null where its absence needs no message; a function where
   * the error decides what is shown.
   */
  failed: ReactNode | ((failure: Failure) => ReactNode)
  /** Shown when the record does not exist. */
  missing?: ReactNode
  /** When it returns something, this is shown instead of the data. */
  empty?: (data: DataOf<R>) => ReactNode
  children: (data: DataOf<R>) => ReactNode
}) => {
  const absent = Object.values(reads).filter(isAbsent)
  const failures = absent.filter(({ error }) => error !== null)
  const error = failures[0]?.error
  if (error) {
    if (missing !== undefined && failures.some(isMissing)) return missing
    const note = (title: ReactNode) => <ReadFailed title={title} reads={failures} />
    if (typeof failed === 'function') return failed({ error, again: () => readAgain(failures), note })
    return failed === null ? null : note(failed)
  }
  if (absent.length > 0) return waiting === undefined ? <SkeletonRows /> : waiting
  const data = Object.fromEntries(Object.entries(reads).map(([name, read]) => [name, read.data])) as DataOf<R>
  return empty?.(data) || children(data)
}
