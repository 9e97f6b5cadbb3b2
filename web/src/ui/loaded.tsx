import type { ReactNode } from 'react'
import { ApiError } from '../kernel/api-error.ts'
import { useText } from '../kernel/i18n.tsx'
import { Button } from './button.tsx'
import { NoteBox } from './note-box.tsx'
import { SkeletonRows } from './skeleton.tsx'

/** What can be read once more: `useCall` answers with it. */
export type FailedRead = {
  readonly error: unknown
  readonly isFetching: boolean
  readonly refetch: () => Promise<unknown>
}
type Read = FailedRead & { readonly data: unknown }
type Reads = Readonly<Record<string, Read>>
type DataOf<R extends Reads> = { readonly [name in keyof R]: Exclude<R[name]['data'], undefined> }

/**
 * Stands in the place of what could not be read: says what is missing, and reads it once more. Why it failed is said in
 * the toast of the call (product §8), once.
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

/** There is no such record, or the address names none. */
const isMissing = ({ error }: Read) =>
  error instanceof ApiError && (error.status === 404 || error.status === 422)

/**
 * A place that shows what was read: `<Loaded reads={{ card }} failed={t('failed')}>{({ card }) => …}</Loaded>`. Until all
 * of it is there stands `waiting`, and where a read failed `failed` with a button. What was read once stays when it
 * cannot be read again: the toast of the call says so.
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
  /** Rows, where it is left out. */
  waiting?: ReactNode
  /** What could not be read, as a sentence; null where nobody misses it. */
  failed: ReactNode
  /** Stands there when there is no such record. */
  missing?: ReactNode
  /** Stands there instead of the data when it answers with something. */
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
