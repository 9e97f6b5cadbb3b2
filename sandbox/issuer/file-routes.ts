import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { dayFile, linkHolds, linkSignature } from './day-files.ts'
import { readSetting, writeSetting, type Desk } from './desk.ts'
import { runDue } from './due.ts'
import { fieldsOf } from './fields.ts'
import { invalid, Refusal } from './refusal.ts'

/** Secret of file links; kept, so that a restart does not break a link. */
const linkSecret = (desk: Desk): string => {
  const known = readSetting(desk.db, 'link_secret')
  if (known !== undefined) return known
  const fresh = randomBytes(32).toString('hex')
  writeSetting(desk.db, 'link_secret', fresh)
  return fresh
}

const notReady = (date: string) =>
  new Refusal(404, 'FILE_NOT_READY', `The day ${date} is not closed yet, or is before the first`)

/** Day files: a link for who has the key, the file for who has the link. */
export const mountFileLinks = (app: FastifyInstance, desk: Desk, linkLifetimeMs: number): void => {
  app.get('/files/daily', async ({ query }) => {
    const date = fieldsOf(query).needText('date', 10)
    if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) throw invalid('date must be a day, 2026-11-20')
    runDue(desk)
    const file = dayFile(desk, date)
    if (!file) throw notReady(date)
    const expiresMs = desk.realNow().getTime() + linkLifetimeMs
    const signature = linkSignature(linkSecret(desk), { date, expiresMs })
    return {
      date,
      url: `${desk.baseUrl()}/files/daily/${date}.csv?expires=${expiresMs}&signature=${signature}`,
      expiresAt: new Date(expiresMs).toISOString(),
      count: Number(file.rows),
      sha256: file.sha256,
    }
  })
}

export const mountFiles = (app: FastifyInstance, desk: Desk): void => {
  app.get<{ Params: { date: string } }>(
    '/files/daily/:date.csv',
    async ({ params: { date }, query }, reply) => {
      const fields = fieldsOf(query)
      const link = {
        date,
        expiresMs: Number(fields.text('expires', 20)),
        signature: fields.text('signature') ?? '',
        nowMs: desk.realNow().getTime(),
      }
      if (!linkHolds(linkSecret(desk), link)) {
        throw new Refusal(403, 'LINK_EXPIRED', 'This link is not valid, or no longer')
      }
      const file = dayFile(desk, date)
      if (!file) throw notReady(date)
      return reply
        .header('cache-control', 'no-store')
        .header('content-disposition', `attachment; filename="daily-${date}.csv"`)
        .type('text/csv; charset=utf-8')
        .send(file.csv)
    },
  )
}
