import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { readSetting, writeSetting, type Desk } from './desk.ts'
import { runDue } from './due.ts'
import { fieldsOf } from './fields.ts'
import { Refusal } from './refusal.ts'
import { fileOf, fileTypes, makeFile, type FileType } from './settlement-files.ts'

/** Secret of file links; stored, so that links survive a restart. */
const linkSecret = (desk: Desk): string => {
  const known = readSetting(desk.db, 'link_secret')
  if (known !== undefined) return known
  const fresh = randomBytes(32).toString('hex')
  writeSetting(desk.db, 'link_secret', fresh)
  return fresh
}

const signatureOf = (desk: Desk, referenceId: string, expires: number): string =>
  createHmac('sha256', linkSecret(desk)).update(`${referenceId}:${expires}`).digest('base64url')

const equal = (received: string, wanted: string): boolean => {
  const [one, other] = [Buffer.from(received), Buffer.from(wanted)]
  return one.length === other.length && timingSafeEqual(one, other)
}

const isFileType = (text: string): text is FileType => Object.hasOwn(fileTypes, text)

/** Makes a file and sends its link by webhook. */
export const mountFileCalls = (app: FastifyInstance, desk: Desk, linkLifetimeMs: number): void => {
  app.get<{ Params: { fileType: string }; Querystring: { date: string } }>(
    '/files/:fileType',
    async ({ params: { fileType }, query: { date } }) => {
      if (!isFileType(fileType)) throw new Refusal(404, 'not_found', 'There is no such file type')
      runDue(desk)
      return desk.db.whole(() => {
        const referenceId = makeFile(desk, { type: fileType, date })
        const expiresMs = desk.realNow().getTime() + linkLifetimeMs
        const expireAt = Math.floor(expiresMs / 1000)
        const signature = signatureOf(desk, referenceId, expiresMs)
        const link = `${desk.baseUrl()}/download/${referenceId}?expires=${expiresMs}&signature=${signature}`
        desk.emit({
          eventType: 'files',
          eventName: fileTypes[fileType].event,
          data: { link, expireAt, reference_id: referenceId },
        })
        return { message: 'File is being generated. The link comes by webhook.', reference_id: referenceId }
      })
    },
  )
}

/** The file itself, for anybody with a link that has not expired. */
export const mountDownloads = (app: FastifyInstance, desk: Desk): void => {
  app.get<{ Params: { referenceId: string } }>('/download/:referenceId', async ({ params, query }, reply) => {
    const fields = fieldsOf(query)
    const expires = Number(fields.text('expires', 20))
    const isGenuine = equal(fields.text('signature') ?? '', signatureOf(desk, params.referenceId, expires))
    if (!isGenuine || desk.realNow().getTime() >= expires) {
      throw new Refusal(403, 'link_expired', 'This link is not valid, or no longer')
    }
    const file = fileOf(desk, params.referenceId)
    if (!file) throw new Refusal(404, 'not_found', 'The file is gone')
    return reply
      .header('content-disposition', `attachment; filename="${file.name}"`)
      .header('cache-control', 'no-store')
      .type('text/csv; charset=utf-8')
      .send(file.csv)
  })
}
