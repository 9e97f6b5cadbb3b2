import type { Answer, Call, Mutation } from './front.ts'

type Body = Record<string, unknown>

const isBody = (body: unknown): body is Body =>
  typeof body === 'object' && body !== null && !Array.isArray(body) && !Buffer.isBuffer(body)

/** Changes the body of answers whose path matches, when they are objects. */
export const on =
  (path: RegExp, change: (body: Body, call: Call, answer: Answer) => unknown): Mutation =>
  (call, answer) =>
    path.test(call.path) && isBody(answer.body)
      ? { ...answer, body: change(answer.body, call, answer) }
      : answer

/** Removes fields. */
export const without =
  (...names: string[]) =>
  (body: Body): Body =>
    Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)))

/** Changes the options of a ceremony. */
export const withOptions = (change: (options: Body) => Body) => (body: Body) => ({
  ...body,
  options: change(body['options'] as Body),
})

/** Changes a script of the pre-built page. */
export const inScript =
  (name: string, from: string, to: string): Mutation =>
  (call, answer) =>
    call.path.endsWith(`/ui/page/${name}`) && Buffer.isBuffer(answer.body)
      ? { ...answer, body: answer.body.toString('utf8').replaceAll(from, to) }
      : answer

/** Answers 204 without a body. */
export const empty =
  (path: RegExp): Mutation =>
  (call, answer) =>
    path.test(call.path) ? { ...answer, status: 204, body: '' } : answer

/** Answers with another status. */
export const status =
  (path: RegExp, from: number, to: number): Mutation =>
  (call, answer) =>
    path.test(call.path) && answer.status === from ? { ...answer, status: to } : answer

/** Repeats the first positive answer for every later call. */
export const secondYes = (path: RegExp): Mutation => {
  let yes: Answer | null = null
  return (call, answer) => {
    if (!path.test(call.path)) return answer
    if (isBody(answer.body) && answer.body['isVerified'] === true) yes = answer
    return yes ?? answer
  }
}

/** Forbids every frame around the pages. */
export const frameless: Mutation = (_call, answer) => {
  const policy = answer.headers.get('content-security-policy')
  if (!policy) return answer
  const headers = new Headers(answer.headers)
  headers.set('content-security-policy', policy.replace(/frame-ancestors [^;]*/, "frame-ancestors 'none'"))
  return { ...answer, headers }
}
