import { store } from './signal.ts'

type Kind = 'error' | 'success'

/** True once a toast was requested. The toast library is not part of the first load. */
export const toastsWanted = store(false)

/** The same text is never shown twice at the same time. */
const show = (kind: Kind, text: string) => {
  toastsWanted.write(true)
  import('react-toastify/unstyled')
    .then(({ toast }) => toast[kind](text, { toastId: `${kind}:${text}` }))
    .catch(() => undefined)
}

/** Shows an error, top-center for 5 s (product §9). */
export const toastError = (text: string): void => show('error', text)
export const toastSuccess = (text: string): void => show('success', text)
