import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { callOf, inputProblems } from './contract.ts'
import type { Desk } from './desk.ts'
import { mountIdempotency } from './idempotency.ts'
import { invalid, Refusal } from './refusal.ts'
import type { CallSchema } from './schemas.ts'
import { switchOf } from './settings.ts'

const equal = (received: string, wanted: string): boolean => {
  const [one, other] = [Buffer.from(received), Buffer.from(wanted)]
  return one.length === other.length && timingSafeEqual(one, other)
}

const checkKey = (request: FastifyRequest, apiKey: string): void => {
  if (equal(String(request.headers['x-reap-api-key'] ?? ''), apiKey)) return
  throw new Refusal(401, 'unauthorized', 'Invalid api key')
}

const checkVersion = (request: FastifyRequest, wanted: string): void => {
  const version = request.headers['accept-version']
  if (version === undefined) throw new Refusal(400, '1301002', "Missing 'Accept-Version' header")
  if (version !== wanted) throw new Refusal(400, '1301004', "Invalid 'Accept-Version' header")
}

const pathOf = (request: FastifyRequest): string => request.url.split('?')[0] ?? ''

const isPremium = (path: string): boolean => /\/(reveal-html|3ds-forwarding|3ds-answer\/[^/]+)$/.test(path)

const checkPermission = (desk: Desk, request: FastifyRequest): void => {
  const path = pathOf(request)
  if (request.method !== 'GET' && switchOf(desk, 'readOnly')) {
    throw new Refusal(403, 'insufficient_permissions', 'Insufficient permissions')
  }
  if (isPremium(path) && !switchOf(desk, 'premium')) {
    throw new Refusal(403, 'forbidden_access', `Premium endpoint not allowed: ${path}`)
  }
}

/** Counts the calls of the current second (real time). */
const createRateLimit = (desk: Desk) => {
  let second = 0
  let all = 0
  let cards = 0
  return (request: FastifyRequest): void => {
    const limit = switchOf(desk, 'requestsPerSecond')
    if (limit === 0) return
    const now = Math.floor(desk.realNow().getTime() / 1000)
    if (now !== second) [second, all, cards] = [now, 0, 0]
    all += 1
    if (request.method === 'POST' && pathOf(request) === '/cards') cards += 1
    if (all > limit || cards > Math.ceil(limit / 2)) {
      throw new Refusal(429, 'too_many_requests', 'Too many requests')
    }
  }
}

const numeric = (value: unknown): unknown =>
  typeof value === 'string' && /^\d+(\.\d+)?$/.test(value) ? Number(value) : value

/** Reap's own samples send these two as strings. */
const numbersForStrings = (body: unknown): void => {
  if (typeof body !== 'object' || body === null) return
  const order = body as {
    spendLimit?: unknown
    meta?: { otpPhoneNumber?: { dialCode?: unknown } | null } | null
  }
  if (order.spendLimit !== undefined) order.spendLimit = numeric(order.spendLimit)
  const phone = order.meta?.otpPhoneNumber
  if (phone?.dialCode !== undefined) phone.dialCode = numeric(phone.dialCode)
}

const checkInput = (call: CallSchema, request: FastifyRequest): void => {
  if (call.call === 'POST /cards') numbersForStrings(request.body)
  const [problem] = inputProblems(call, { query: request.query, body: request.body })
  if (problem) throw invalid(problem.message, problem.field === '' ? undefined : problem.field)
}

/**
 * What every official call has in common: key, version, permission, rate, the schema of its input, and idempotency.
 * @param version of the generation that the calls belong to
 */
export const mountOfficialRules = (
  app: FastifyInstance,
  desk: Desk,
  of: { apiKey: string; version: string },
): void => {
  const limitRate = createRateLimit(desk)
  app.addHook('onRequest', async (request) => {
    checkKey(request, of.apiKey)
    if (!pathOf(request).startsWith('/webhooks')) checkVersion(request, of.version)
    checkPermission(desk, request)
    limitRate(request)
  })
  app.addHook('preHandler', async (request) => {
    const call = callOf(request.method, pathOf(request))
    if (call) checkInput(call, request)
  })
  mountIdempotency(app, desk)
}
