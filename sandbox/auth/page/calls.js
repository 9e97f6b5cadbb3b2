/** A refused call: `code` is the provider's error code, or `offline` when there was no answer. */
export class CallError extends Error {
  constructor(code, status) {
    super(code)
    this.code = code
    this.status = status
  }
}

const answerOf = async (url, init) => {
  let answer
  try {
    answer = await fetch(url, { ...init, credentials: 'omit' })
  } catch {
    throw new CallError('offline', 0)
  }
  const body = await answer.json().catch(() => ({}))
  if (!answer.ok) throw new CallError(body.errorCode ?? 'unexpected_error', answer.status)
  return body
}

/** Calls of the page with its token; `onRefused` receives each refusal. */
export const createCalls = (token, onRefused) => {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const receive = (call) =>
    call.catch((error) => {
      onRefused(error)
      throw error
    })
  return {
    state: () => receive(answerOf(new URL('state', location.href), { headers })),
    post: (path, body = {}) =>
      receive(
        answerOf(new URL(`../client/${path}`, location.href), {
          method: 'POST',
          headers,
          body: JSON.stringify(body),
        }),
      ),
  }
}

/** Confirms the link in this page's address. */
export const confirmLink = (id, secret) =>
  answerOf(new URL('link/confirm', location.href), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ id, secret }),
  })
