import { control, mailTo } from './sandbox-services.ts'
import { openCalls, until, type Calls } from './product-calls.ts'

export type Registration = {
  readonly email: string
  readonly password: string
  readonly firstName: string
  readonly lastName: string
  readonly company?: string
  /** Code of a seller. */
  readonly code?: string
}

export type Person = Registration & { readonly calls: Calls }
export type OwnCard = { readonly id: string; readonly lastDigits: string }
export type CardPerson = Person & { readonly card: OwnCard }
export type OwnLoad = {
  readonly id: string
  readonly ref: string
  readonly status: string
  readonly net: string
}

const syllables = ['ba', 'ce', 'di', 'fo', 'gu', 'la', 'me', 'ni', 'ro', 'su', 'ta', 've']

/**
 * A surname that no other person has: sample documents are drawn from the name, and the same person cannot be
 * verified twice.
 */
const newSurname = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(6))
  const name = [...bytes].map((byte) => syllables[byte % syllables.length]).join('')
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`
}

/** A person whom no other journey uses. */
export const newPerson = (fields: Partial<Registration> = {}): Registration => {
  const lastName = newSurname()
  return {
    email: `${lastName.toLowerCase()}@journey.example`,
    password: 'pepper-and-salt-7',
    firstName: 'Lucía',
    lastName,
    ...fields,
  }
}

const termsVersion = async (calls: Calls) => (await calls.get<{ version: number }>('/terms')).version

/** A registered person whose e-mail is not confirmed yet. */
export const registeredPerson = async (fields: Partial<Registration> = {}): Promise<Person> => {
  const person = newPerson(fields)
  const calls = await openCalls(person.company)
  await calls.post('/registrations', {
    email: person.email,
    password: person.password,
    confirmation: person.password,
    firstName: person.firstName,
    lastName: person.lastName,
    birthDate: '1990-04-12',
    country: 'PE',
    city: 'Lima',
    street: 'Av. Larco 101',
    zip: '15074',
    mobile: '+51987654321',
    code: person.code ?? null,
    termsVersion: await termsVersion(calls),
  })
  return { ...person, calls }
}

/** Token of the link in the newest mail of a kind. */
export const mailedToken = async (to: string, kind: string): Promise<string> => {
  const { link } = await mailTo(to, kind)
  const token = link?.split('/').at(-1)
  if (!token) throw new Error(`The ${kind} mail to ${to} has no link`)
  return token
}

export const mailKinds = { verify: 'verify_email', recover: 'recover_password' } as const

/** A person with a confirmed e-mail, logged in. */
export const signedInPerson = async (fields: Partial<Registration> = {}): Promise<Person> => {
  const person = await registeredPerson(fields)
  await person.calls.post(`/email-verifications/${await mailedToken(person.email, mailKinds.verify)}`)
  const { token } = await person.calls.post<{ token: string }>('/sessions', {
    login: person.email,
    password: person.password,
  })
  person.calls.setToken(token)
  return person
}

/** A verified person with the virtual card that the company creates at once. */
export const personWithCard = async (fields: Partial<Registration> = {}): Promise<CardPerson> => {
  const person = await signedInPerson(fields)
  const { calls, firstName, lastName } = person
  const { url } = await calls.post<{ url: string }>('/kyc/start', {
    firstName,
    lastName,
    documentType: 'ID_CARD',
    country: 'PE',
  })
  const sessions = await control<{ id: string; url: string }[]>('kyc', '/sessions')
  const session = sessions.find((each) => each.url === url)
  if (!session) throw new Error(`The verification service knows no session ${url}`)
  await control('kyc', `/sessions/${session.id}/decide`, { status: 'approved' })
  await calls.post('/kyc/refresh')
  const card = await until('a virtual card', async () => {
    const { items } = await calls.get<{ items: (OwnCard & { status: string })[] }>('/cards?limit=10')
    return items.find(({ status }) => status === 'activated')
  })
  return { ...person, card }
}

/** A quote that waits for its payment. */
export const quotedLoad = (
  person: Person & { card: OwnCard },
  quote: { amount: string; speed: 'regular' | 'immediate' },
): Promise<OwnLoad> =>
  person.calls.post<OwnLoad>('/loads', {
    cardId: person.card.id,
    amount: quote.amount,
    asset: 'USDC',
    network: 'ethereum',
    speed: quote.speed,
  })

/** A person with money on the card, from an immediate load that was paid on the chain. */
export const personWithMoney = async (amount: string): Promise<CardPerson> => {
  const person = await personWithCard()
  const load = await quotedLoad(person, { amount, speed: 'immediate' })
  await person.calls.post(`/sandbox/loads/${load.id}/pay`, { payment: 'exact' })
  await until('the load on the card', async () => {
    const { status } = await person.calls.get<OwnLoad>(`/loads/${load.id}`)
    return status === 'credited'
  })
  return person
}

/** A paid regular load of a person whom Eva brought, so that the companies above and both sellers have a share of it. */
export const loadWithShares = async (): Promise<OwnLoad> => {
  const payer = await personWithCard({ company: 'lima', code: 'LIMA-EVA' })
  const load = await quotedLoad(payer, { amount: '1000.00', speed: 'regular' })
  await payer.calls.post(`/sandbox/loads/${load.id}/pay`, { payment: 'exact' })
  await until('a load that is held', async () => {
    const { status } = await payer.calls.get<OwnLoad>(`/loads/${load.id}`)
    return status === 'held'
  })
  return load
}
