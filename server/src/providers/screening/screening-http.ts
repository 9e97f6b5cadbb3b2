import type { z } from 'zod'
import { markStatus } from '../refused-key.ts'

const defaultTimeoutMs = 8000
const mostBytes = 1024 * 1024

const readText = async (response: Response): Promise<string | null> => {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of response.body ?? []) {
    bytes += part.length
    if (bytes > mostBytes) return null
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}

/**
 * Sends a request that changes nothing. Returns the answer when it has the expected form, else null: no check
 * was made, and the caller tries again later.
 */
export const requestScreening = async <S extends z.ZodType>(of: {
  url: string
  form: S
  headers: Readonly<Record<string, string>>
  /** Sent as JSON by POST. Without a body the request is a GET. */
  body?: unknown
  timeoutMs?: number
}): Promise<z.output<S> | null> => {
  try {
    const answer = await fetch(of.url, {
      method: of.body === undefined ? 'GET' : 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json', ...of.headers },
      ...(of.body === undefined ? {} : { body: JSON.stringify(of.body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(of.timeoutMs ?? defaultTimeoutMs),
    })
    markStatus(answer.status)
    const text = await readText(answer)
    if (!answer.ok || text === null) return null
    const parsed = of.form.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
