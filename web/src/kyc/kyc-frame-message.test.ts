import { describe, expect, it } from 'vitest'
import { frameMessage } from './kyc-frame-message.ts'

const url = 'http://127.0.0.1:4020/v/token'
const origin = 'http://127.0.0.1:4020'

describe('a message of the frame', () => {
  it('is one of four words, as an object or as text', () => {
    expect(frameMessage({ origin, data: { status: 'FINISHED' } }, url)).toBe('FINISHED')
    expect(frameMessage({ origin, data: '{"status":"CANCELED"}' }, url)).toBe('CANCELED')
    expect(frameMessage({ origin, data: { status: 'STARTED', more: 1 } }, url)).toBe('STARTED')
  })

  it('of another origin is nothing', () => {
    for (const other of [
      'http://localhost:4000',
      'http://127.0.0.1:4021',
      'https://127.0.0.1:4020',
      'null',
      '',
    ]) {
      expect(frameMessage({ origin: other, data: { status: 'FINISHED' } }, url)).toBeNull()
    }
  })

  it('that says something else is nothing', () => {
    for (const data of [null, 7, '', 'FINISHED', '"FINISHED"', '{', { status: 'finished' }, {}, []]) {
      expect(frameMessage({ origin, data }, url)).toBeNull()
    }
  })
})
