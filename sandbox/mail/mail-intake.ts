import PostalMime, { type Email } from 'postal-mime'
import { findFacts, plainText } from './message-facts.ts'
import type { Attachment, NewMessage } from './message-store.ts'

const bytesOf = (content: ArrayBuffer | Uint8Array | string): Uint8Array =>
  typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content)

const senderOf = ({ from }: Email): string => {
  if (!from?.address) return from?.name ?? ''
  return from.name ? `${from.name} <${from.address}>` : from.address
}

/** Embeds images that the HTML names by Content-ID, because the page may load nothing from other origins. */
const withInlineImages = ({ html, attachments }: Email): string | null => {
  let body = html ?? null
  for (const { contentId, mimeType, content } of attachments) {
    if (!body || !contentId || !mimeType.startsWith('image/')) continue
    const data = `data:${mimeType};base64,${Buffer.from(bytesOf(content)).toString('base64')}`
    body = body.replaceAll(`cid:${contentId.replace(/^<|>$/g, '')}`, data)
  }
  return body
}

const attachmentsOf = ({ attachments }: Email): readonly Attachment[] =>
  attachments
    .filter(({ related }) => !related)
    .map(({ filename, mimeType, content }) => ({
      name: filename ?? 'attachment',
      mimeType,
      content: bytesOf(content),
    }))

/** Reads a raw mail; it becomes one message for each recipient of the envelope. */
export const readMail = async (mail: {
  raw: Buffer
  recipients: readonly string[]
  at: Date
}): Promise<readonly NewMessage[]> => {
  const email = await PostalMime.parse(mail.raw)
  const header = (key: string) => email.headers.find((each) => each.key === key)?.value.trim() || undefined
  const html = withInlineImages(email)
  const text = (email.text ?? '').trim() || plainText(html ?? '')
  const linkHeader = header('x-cardamom-link')
  const facts = findFacts({ text, html, linkHeader, codeHeader: header('x-cardamom-code') })
  return mail.recipients.map((to) => ({
    channel: 'email',
    kind: header('x-cardamom-kind') ?? 'email',
    to,
    from: senderOf(email),
    subject: email.subject ?? '',
    text,
    html,
    ...facts,
    sid: null,
    at: mail.at,
    attachments: attachmentsOf(email),
  }))
}
