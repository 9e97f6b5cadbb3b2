import { addTotp } from './factor-calls.ts'
import { confirmOperation, makeAdministrator } from './owner-database.ts'
import { signedInPerson, type Person } from './people.ts'

type Operation = { readonly level: string; readonly action: string; readonly objectHash: string }

/** An administrator with all permissions and an authenticator app. */
export const administrator = async (): Promise<Person> => {
  const person = await signedInPerson()
  await addTotp(person)
  await makeAdministrator(person.email)
  return person
}

/** Requests a record of capital that the owners paid in, and confirms it. Returns the id of the request. */
export const requestCapital = async (
  { calls, email }: Person,
  wanted: { readonly amount: string; readonly reason: string },
): Promise<string> => {
  const key = crypto.randomUUID()
  const now = Number((await calls.context.get('/api/fees')).headers()['cardamom-now'])
  const valuedOn = new Date(now).toISOString().slice(0, 10)
  const send = (grant?: string) =>
    calls.context.post('/api/treasury-operations', {
      headers: {
        lang: 'en',
        'fake-user': '0',
        'idempotency-key': key,
        authorization: `Bearer ${calls.token()}`,
        ...(grant === undefined ? {} : { 'step-up': grant }),
      },
      data: { ...wanted, kind: 'capital_contributed', valuedOn, reference: `Wire ${key}` },
    })
  const refusal = (await (await send()).json()) as { readonly data: Operation }
  const answer = await send(await confirmOperation(email, refusal.data))
  if (answer.status() !== 202) throw new Error(await answer.text())
  return ((await answer.json()) as { data: { approvalId: string } }).data.approvalId
}
