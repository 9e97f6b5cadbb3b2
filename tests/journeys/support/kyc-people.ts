import { signedInPerson, type Person } from './people.ts'
import { control } from './sandbox-services.ts'

type Session = { id: string; url: string }

/** A session of the verification service, as the product starts it. */
export const startCheck = async (person: Person): Promise<Session> => {
  const { firstName, lastName } = person
  const form = { firstName, lastName, documentType: 'ID_CARD', country: 'PE' }
  const { url } = await person.calls.post<{ url: string }>('/kyc/start', form)
  const sessions = await control<Session[]>('kyc', '/sessions')
  const session = sessions.find((each) => each.url === url)
  if (!session) throw new Error(`The verification service knows no session ${url}`)
  return session
}

/** A call of the service's own page, as a person's press makes it. */
export const capture = async ({ url }: Session, step: string, body: unknown = {}): Promise<void> => {
  const answer = await fetch(`${url}/${step}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: new URL(url).origin },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${step} answered ${answer.status}: ${await answer.text()}`)
}

const sendPhotos = async (session: Session): Promise<void> => {
  await capture(session, 'consent')
  await capture(session, 'document', { type: 'ID_CARD', country: 'PE' })
  for (const side of ['document-front', 'document-back', 'face']) await capture(session, `samples/${side}`)
  await capture(session, 'submit')
}

const decide = async (person: Person, session: Session, decision: Record<string, unknown>): Promise<void> => {
  await control('kyc', `/sessions/${session.id}/decide`, decision)
  await person.calls.post('/kyc/refresh')
}

const ways = {
  created: async (person: Person) => void (await startCheck(person)),
  started: async (person: Person) => {
    await capture(await startCheck(person), 'consent')
    await person.calls.post('/kyc/refresh')
  },
  submitted: async (person: Person) => {
    await sendPhotos(await startCheck(person))
    await person.calls.post('/kyc/refresh')
  },
  resubmitted: async (person: Person) => {
    const session = await startCheck(person)
    await sendPhotos(session)
    const contexts = ['document-back']
    await decide(person, session, { status: 'resubmission_requested', reasonCode: 204, contexts })
  },
  needs_review: async (person: Person) => decide(person, await startCheck(person), { status: 'review' }),
  declined: async (person: Person) =>
    decide(person, await startCheck(person), { status: 'declined', reasonCode: 207 }),
  exhausted: async (person: Person) => {
    for (const reasonCode of [207, 207, 104]) {
      const session = await startCheck(person)
      await sendPhotos(session)
      await decide(person, session, { status: 'declined', reasonCode })
    }
  },
  expired: async (person: Person) => decide(person, await startCheck(person), { status: 'expired' }),
  abandoned: async (person: Person) => {
    const session = await startCheck(person)
    await capture(session, 'consent')
    await decide(person, session, { status: 'abandoned' })
  },
  positive: async (person: Person) => decide(person, await startCheck(person), { status: 'approved' }),
} as const

export type KycStage = keyof typeof ways
export const kycStages = Object.keys(ways) as readonly KycStage[]

/** The service decides about the photos of these stages after a while, unless it is slow. */
const withPhotos: ReadonlySet<KycStage> = new Set(['submitted', 'resubmitted', 'exhausted'])

/** A person whose identity check is in one state, which does not change by itself. */
export const personAtKyc = async (stage: KycStage): Promise<Person> => {
  const person = await signedInPerson(withPhotos.has(stage) ? { firstName: 'Slow' } : {})
  await ways[stage](person)
  const { status, code } = await person.calls.get<{ status: string; code: string | null }>('/kyc')
  const reached = code === 'AT003' ? 'exhausted' : status
  if (reached !== stage) throw new Error(`The check is ${reached} instead of ${stage}`)
  return person
}
