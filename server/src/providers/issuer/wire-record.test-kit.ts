import { answerProblems, officialCalls, requestProblems } from '../../../../sandbox/issuer/contract.ts'

export type WireRecord = {
  /** The requests and answers since the start that differ from the issuer's documents. */
  readonly problems: () => readonly string[]
  /** The official calls that were made, such as `PUT /cards/{cardId}/credit`. */
  readonly calls: () => ReadonlySet<string>
  readonly stop: () => void
}

type SentRequest = { readonly method: string; readonly path: string; readonly body: unknown }

const parsed = (text: string): unknown => {
  try {
    return text === '' ? undefined : (JSON.parse(text) as unknown)
  } catch {
    return text
  }
}

const isInjected = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && 'code' in body && body.code === 'injected_fault'

const formOf = (call: string): RegExp =>
  new RegExp(`^${call.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`).replaceAll(/\{\w+\}/g, '[^/]+')}$`)
const forms = officialCalls.map((call) => ({ call, form: formOf(call) }))

/**
 * Records what this process sends to an issuer at `baseUrl` with its API key, and compares each request and
 * each answer with the schemas of the official calls. Requests of the control plane have no key and are left
 * alone.
 */
export const recordWire = (baseUrl: string): WireRecord => {
  const real = globalThis.fetch
  const problems: string[] = []
  const calls = new Set<string>()

  const note = (of: string, found: readonly string[]) => {
    for (const problem of found) problems.push(`${of}: ${problem}`)
  }
  const check = (sent: SentRequest, headers: Headers) => {
    const name = `${sent.method} ${sent.path.split('?')[0]}`
    const call = forms.find(({ form }) => form.test(name))?.call
    if (call !== undefined) calls.add(call)
    note(`${sent.method} ${sent.path}`, requestProblems({ ...sent, headers: Object.fromEntries(headers) }))
  }

  globalThis.fetch = async (input, init) => {
    const url = input instanceof Request ? input.url : String(input)
    const headers = new Headers(init?.headers)
    if (!url.startsWith(baseUrl) || !headers.has('x-reap-api-key')) return real(input, init)
    const method = init?.method ?? 'GET'
    const sent = {
      method,
      path: url.slice(baseUrl.length),
      body: parsed(typeof init?.body === 'string' ? init.body : ''),
    }
    check(sent, headers)
    const answer = await real(input, init)
    const body = parsed(await answer.clone().text())
    const told = { method, path: sent.path, status: answer.status, body }
    // A fault that the test injected is not an answer of the issuer.
    if (answer.status < 500 && !isInjected(body))
      note(`answer to ${method} ${sent.path}`, answerProblems(told))
    return answer
  }
  return {
    problems: () => problems,
    calls: () => calls,
    stop: () => {
      globalThis.fetch = real
    },
  }
}
