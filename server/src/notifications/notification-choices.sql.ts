import { notificationTopics, usualChannels, type NotificationTopic } from '@cardamom/contract/notifications'
import type { Queries } from '../kernel/queries.ts'

/** The channels of a topic: in the app and by mail. */
export type Channels = { readonly inApp: boolean; readonly email: boolean }
export type TopicChannels = Channels & { readonly topic: NotificationTopic }

/** Channels of every topic: the person's choice, else the default. */
export const readChannels = async (sql: Queries, userId: string): Promise<TopicChannels[]> => {
  const choices = await sql
    .selectFrom('notificationChoice')
    .select(['topic', 'inApp', 'email'])
    .where('userId', '=', userId)
    .execute()
  const chosen = new Map(choices.map(({ topic, ...channels }) => [topic, channels]))
  return notificationTopics.map((topic) => ({ topic, ...(chosen.get(topic) ?? usualChannels[topic]) }))
}

export const writeChannels = async (
  sql: Queries,
  { userId, companyId, topic, inApp, email }: TopicChannels & { userId: string; companyId: string },
): Promise<void> => {
  await sql
    .insertInto('notificationChoice')
    .values({ userId, companyId, topic, inApp, email })
    .onConflict((conflict) => conflict.columns(['userId', 'topic']).doUpdateSet({ inApp, email }))
    .execute()
}
