import { describe, expect, it } from 'vitest'
import { streamReader } from './sse.ts'

describe('a text/event-stream', () => {
  it('returns an event at its empty line', () => {
    const { push } = streamReader()
    expect(push('id: 7\nevent: load.credited\ndata: {"a":1}\n')).toEqual([])
    expect(push('\n')).toEqual([{ id: '7', event: 'load.credited', data: '{"a":1}' }])
  })
  it('joins chunks that were cut anywhere', () => {
    const whole = 'id: 1\ndata: one\ndata: two\n\n: heartbeat\n\ndata:three\n\n'
    for (let cut = 0; cut <= whole.length; cut += 1) {
      const { push } = streamReader()
      expect([...push(whole.slice(0, cut)), ...push(whole.slice(cut))]).toEqual([
        { id: '1', event: 'message', data: 'one\ntwo' },
        { id: null, event: 'message', data: 'three' },
      ])
    }
  })
  it('reads lines that end with CR or CR LF', () => {
    const { push } = streamReader()
    expect(push('event: a\r\ndata: 1\r\n\r\n')).toEqual([{ id: null, event: 'a', data: '1' }])
  })
  it('ignores comments and events without data', () => {
    const { push } = streamReader()
    expect(push(': hello\n\nevent: nothing\n\n')).toEqual([])
  })
})
