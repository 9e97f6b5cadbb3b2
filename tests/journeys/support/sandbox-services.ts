import { readFileSync } from 'node:fs'

type Facts = { baseUrl: string; controlUrl: string; controlToken: string }

const facts = (service: string): Facts => {
  const all = JSON.parse(readFileSync(process.env['CARDAMOM_SERVICES'] ?? '', 'utf8')) as Record<
    string,
    Facts
  >
  const found = all[service]
  if (!found) throw new Error(`No embedded service ${service}`)
  return found
}

/** Calls the control plane of an embedded service. */
export const control = async <T>(service: string, path: string, body?: unknown): Promise<T> => {
  const { controlUrl, controlToken } = facts(service)
  const answer = await fetch(`${controlUrl}/_control${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${controlToken}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${service} ${path} answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as T
}

export const serviceUrl = (service: string): string => facts(service).baseUrl

type Mail = { kind: string; to: string; subject: string; text: string; link?: string; code?: string }

/** Waits for the newest mail of a kind to an address. */
export const mailTo = async (to: string, kind: string): Promise<Mail> => {
  const tries = 240
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const found = (await control<Mail[]>('mail', `/outbox?to=${encodeURIComponent(to)}`)).find(
      (each) => each.kind === kind,
    )
    if (found) return found
    await new Promise((done) => setTimeout(done, 250))
  }
  throw new Error(`No ${kind} mail to ${to}`)
}
