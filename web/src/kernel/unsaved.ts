import { store } from './signal.ts'

/** Typed input that is lost when its part of the page is removed. */
type UnsavedInput = {
  /** Whether this part of the page contains unsaved input. */
  readonly isWithin: (part: Node) => boolean
  readonly discard: () => void
}

const watched = new Set<UnsavedInput>()
const question = store<{ readonly leave: () => void } | null>(null)
/** The change that waits for the person's answer, or null. */
export const leaveQuestion = { listen: question.listen, read: question.read } as const

const unsavedWithin = (part: Node) => [...watched].filter((each) => each.isWithin(part))

export const hasUnsaved = (): boolean => unsavedWithin(document).length > 0

/** The browser shows its own question before it reloads or closes the page. */
const onUnload = (event: BeforeUnloadEvent) => {
  if (hasUnsaved()) event.preventDefault()
}

/** Protects typed input while a form is on the page. Returns a function that ends the protection. */
export const guardUnsaved = (unsaved: UnsavedInput): (() => void) => {
  watched.add(unsaved)
  addEventListener('beforeunload', onUnload)
  return () => {
    watched.delete(unsaved)
    if (watched.size === 0) removeEventListener('beforeunload', onUnload)
  }
}

/** Leaves a part of the page. A question comes first when typed input would be lost. */
export const leaveUnsaved = (leave: () => void, part: Node = document): void => {
  const lost = unsavedWithin(part)
  if (lost.length === 0) return leave()
  question.write({
    leave: () => {
      for (const { discard } of lost) discard()
      leave()
    },
  })
}

export const answerLeaveQuestion = (answer: 'stay' | 'leave'): void => {
  const pending = question.read()
  question.write(null)
  if (answer === 'leave') pending?.leave()
}
