const messages = ['STARTED', 'SUBMITTED', 'FINISHED', 'CANCELED'] as const
/** What the provider's page says of itself (Veriff's InContext messages). */
export type FrameMessage = (typeof messages)[number]

const statusOf = (data: unknown): unknown => {
  if (typeof data === 'object' && data !== null && 'status' in data) return data.status
  if (typeof data !== 'string') return null
  try {
    return statusOf(JSON.parse(data))
  } catch {
    return null
  }
}

/** Reads a message of the frame: only of the provider's own origin, only the four words. */
export const frameMessage = (
  event: { readonly origin: string; readonly data: unknown },
  url: string,
): FrameMessage | null => {
  if (event.origin !== new URL(url).origin) return null
  const status = statusOf(event.data)
  return messages.find((known) => known === status) ?? null
}
