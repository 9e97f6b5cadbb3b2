import { store } from './signal.ts'

type Kind = 'error' | 'success'

/** True once something wants the toast library: it is no part of the first load. */
export const toastsWanted = store(false)

/** The same words are never shown twice at once. */
const show = (kind: Kind, text: string) => {
  toastsWanted.write(true)
  import('react-toastify/unstyled')
    .then(({ toast }) => toast[kind](text, { toastId: `${kind}:${text}` }))
    .catch(() => undefined)
}

/** A failure, top-center for 5 s (product §9). */
export const toastError = (text: string): void => show('error', text)
export const toastSuccess = (text: string): void => show('success', text)
