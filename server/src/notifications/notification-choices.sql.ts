import { notificationTopics, usualChannels, type NotificationTopic } from '@cardamom/contract/notifications'
import type { Queries } from '../kernel/queries.ts'

/** Where a person hears of a topic. */
export type Channels = { readonly inApp: boolean; readonly email: boolean }
export type TopicChannels = Channels & { readonly topic: NotificationTopic }

const list = 'select topic, in_app, email from notification_choice where user_id = $1'
const upsert = `insert into notification_choice (user_id, company_id, topic, in_app, email) values ($1, $2, $3, $4, $5)
  on conflict (user_id, topic) do update set in_app = excluded.in_app, email = excluded.email`

/** Channels of every topic: as the person chose, else the usual ones. */
export const readChannels = async (sql: Queries, userId: string): Promise<TopicChannels[]> => {
  const rows = await sql.rows<{ topic: string; in_app: boolean; email: boolean }>(list, [userId])
  const chosen = new Map(rows.map(({ topic, in_app: inApp, email }) => [topic, { inApp, email }]))
  return notificationTopics.map((topic) => ({ topic, ...(chosen.get(topic) ?? usualChannels[topic]) }))
}

export const writeChannels = async (
  sql: Queries,
  of: TopicChannels & { readonly userId: string; readonly companyId: string },
): Promise<void> => {
  await sql.run(upsert, [of.userId, of.companyId, of.topic, of.inApp, of.email])
}
