import { onPersonLeft } from '../kernel/session.ts'

/** What is typed to order a card: exactly the fields of the form. */
export type CardRequest = {
  type: string
  form: 'virtual' | 'physical'
  name: string
  wallet: '' | 'regular' | 'immediate'
  street: string
  zip: string
  city: string
  country: string
}

const key = 'cardamom-card-request'
const fields = ['type', 'form', 'name', 'wallet', 'street', 'zip', 'city', 'country'] as const

/** What was typed in this tab before, for a page that is loaded again. */
export const readRequestDraft = (): Partial<CardRequest> => {
  try {
    const stored = JSON.parse(sessionStorage.getItem(key) ?? '{}') as Readonly<Record<string, unknown>>
    const texts = fields.flatMap((field) => {
      const value = stored[field]
      return typeof value === 'string' && value !== '' ? [[field, value] as const] : []
    })
    return Object.fromEntries(texts) as Partial<CardRequest>
  } catch {
    return {}
  }
}

export const saveRequestDraft = (values: Partial<CardRequest>): void =>
  sessionStorage.setItem(key, JSON.stringify(values))

export const forgetRequestDraft = (): void => sessionStorage.removeItem(key)

/** The next person of this tab never sees the name and the address of the one before. */
onPersonLeft(forgetRequestDraft)
