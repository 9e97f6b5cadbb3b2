import type { WireOf } from '@cardamom/contract/endpoint'
import type { listMailTexts } from '@cardamom/contract/notifications/mail-texts'

/** The text of one kind of mail in one language. */
export type MailTextItem = WireOf<typeof listMailTexts>['items'][number]
export type MailContent = Pick<MailTextItem, 'subject' | 'body'>
