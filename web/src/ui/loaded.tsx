import type { ReactNode } from 'react'
import { ApiError } from '../kernel/api-error.ts'
import { useText } from '../kernel/i18n.tsx'
import { Button } from './button.tsx'
import { NoteBox } from './note-box.tsx'
import { SkeletonRows } from './skeleton.tsx'

/** A read that can be repeated, such as a result of `useCall`. */
export type FailedRead = {
  readonly error: unknown
  readonly isFetching: boolean
  readonly refetch: () => Promise<unknown>
}
type Read = FailedRead & { readonly data: unknown }
type Reads = Readonly<Record<string, Read>>
type DataOf<R extends Reads> = { readonly [name in keyof R]: Exclude<R[name]['data'], undefined> }

/**
 * Shown instead of data that could not be read: says what is missing and offers to read it again. The toast
 * of the call says why it failed (product §8), once.
 */
export const ReadFailed = ({ title, reads }: { title: ReactNode; reads: readonly FailedRead[] }) => {
  const t = useText('ui')
  const failed = reads.filter(({ error }) => error !== null)
  const again = () => {
    for (const { refetch } of failed) void refetch()
  }
  return (
    <NoteBox
      tone="bad"
      role="alert"
      title={title}
      action={
        <Button busy={failed.some(({ isFetching }) => isFetching)} onClick={again}>
          {t('tryAgain')}
        </Button>
      }
    />
  )
}

/** The record does not exist, or the address has no valid id. */
const isMissing = ({ error }: Read) =>
  error instanceof ApiError && (error.status === 404 || error.status === 422)

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
  /** A sentence that says what could not be read; null where its absence needs no message. */
  failed: ReactNode
  /** Shown when the record does not exist. */
  missing?: ReactNode
  /** When it returns something, this is shown instead of the data. */
  empty?: (data: DataOf<R>) => ReactNode
  children: (data: DataOf<R>) => ReactNode
}) => {
  const absent = Object.values(reads).filter(({ data }) => data === undefined)
  const failures = absent.filter(({ error }) => error !== null)
  if (failures.length > 0) {
    if (missing !== undefined && failures.some(isMissing)) return missing
    return failed === null ? null : <ReadFailed title={failed} reads={failures} />
  }
  if (absent.length > 0) return waiting === undefined ? <SkeletonRows /> : waiting
  const data = Object.fromEntries(Object.entries(reads).map(([name, read]) => [name, read.data])) as DataOf<R>
  return empty?.(data) || children(data)
}
