/** Messages of the provider's page, Veriff's InContext frame (2.5.0), which sends bare strings. */
const messages = {
  VERIFF_HANDSHAKE: 'HANDSHAKE',
  VERIFF_STARTED: 'STARTED',
  VERIFF_SUBMITTED: 'SUBMITTED',
  VERIFF_FINISHED: 'FINISHED',
  VERIFF_CANCELED: 'CANCELED',
  VERIFF_RELOAD_REQUEST: 'RELOAD',
  VERIFF_FORCE_RELOAD: 'RELOAD',
} as const
export type FrameMessage = (typeof messages)[keyof typeof messages]

const isMessage = (data: unknown): data is keyof typeof messages =>
  typeof data === 'string' && Object.hasOwn(messages, data)

const isVeriff = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' && /\.veriff\.(me|com)$/.test(hostname)

/** The session's page may lead to another host of the provider, but to no other host. */
const isProvider = (origin: string, url: string): boolean => {
  const session = new URL(url)
  if (origin === session.origin) return true
  const other = URL.parse(origin)
  return other !== null && isVeriff(other) && isVeriff(session)
}

/** Reads a message of the frame; messages of other origins and unknown messages are ignored. */
export const frameMessage = (
  event: { readonly origin: string; readonly data: unknown },
  url: string,
): FrameMessage | null =>
  isMessage(event.data) && isProvider(event.origin, url) ? messages[event.data] : null

/** The answer to the handshake; the provider's page is drawn when it receives it. */
export const renderAnswer = (isMobile: boolean) => ({
  name: 'VERIFF_RENDER',
  payload: {
    version: '2.5.0',
    isReloadHandled: true,
    isVeriffIframeMobile: isMobile,
    embeddedConfigured: true,
    embedded: !isMobile,
  },
})
