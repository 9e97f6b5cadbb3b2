/** One event of a text/event-stream. */
export type StreamEvent = { readonly id: string | null; readonly event: string; readonly data: string }

/**
 * Reads a text/event-stream chunk by chunk (WHATWG HTML §9.2): `push` accepts text and returns the events
 * that it completes. Comments (heartbeats) are ignored.
 */
export const streamReader = (): { push: (chunk: string) => StreamEvent[] } => {
  let rest = ''
  let fields: { id: string | null; event: string; data: string[] } = { id: null, event: '', data: [] }

  const line = (text: string): StreamEvent | null => {
    if (text === '') {
      const { id, event, data } = fields
      fields = { id: null, event: '', data: [] }
      return data.length === 0 ? null : { id, event: event || 'message', data: data.join('\n') }
    }
    const colon = text.indexOf(':')
    if (colon === 0) return null
    const name = colon < 0 ? text : text.slice(0, colon)
    const value = colon < 0 ? '' : text.slice(colon + 1).replace(/^ /, '')
    if (name === 'id') fields.id = value
    if (name === 'event') fields.event = value
    if (name === 'data') fields.data.push(value)
    return null
  }

  return {
    push: (chunk) => {
      const lines = (rest + chunk).split(/\r\n|\n|\r(?!$)/)
      rest = lines.pop() ?? ''
      return lines.map(line).filter((event) => event !== null)
    },
  }
}
