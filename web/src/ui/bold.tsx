import type { ReactNode } from 'react'

/** `<b>` in a text of the catalogue: what the eye looks for. */
export const b = (text: ReactNode): ReactNode => <b className="font-semibold text-ink">{text}</b>
