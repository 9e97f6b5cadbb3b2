import type { ReactNode } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { Button } from './button.tsx'
import { NoteBox } from './note-box.tsx'

/** What a read offers here: `useCall` answers with it. */
export type FailedRead = {
  readonly error: unknown
  readonly isFetching: boolean
  readonly refetch: () => Promise<unknown>
}

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
