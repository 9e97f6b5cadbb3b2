import { describe, expect, it } from 'vitest'
import { frameMessage, renderAnswer } from './kyc-frame-message.ts'

const url = 'http://127.0.0.1:4020/v/token'
const origin = 'http://127.0.0.1:4020'

describe('a message of the frame', () => {
  it('is one of the seven strings of the InContext frame', () => {
    const read = (name: string) => frameMessage({ origin, data: `VERIFF_${name}` }, url)
    for (const name of ['HANDSHAKE', 'STARTED', 'SUBMITTED', 'FINISHED', 'CANCELED'])
      expect(read(name)).toBe(name)
    expect(read('RELOAD_REQUEST')).toBe('RELOAD')
    expect(read('FORCE_RELOAD')).toBe('RELOAD')
  })

  it('of another origin is ignored', () => {
    for (const other of [
      'http://localhost:4000',
      'http://127.0.0.1:4021',
      'https://127.0.0.1:4020',
      'https://magic.veriff.me',
      'null',
      '',
    ]) {
      expect(frameMessage({ origin: other, data: 'VERIFF_FINISHED' }, url)).toBeNull()
    }
  })

  it('may come from another host of the provider, over https only', () => {
    const session = 'https://magic.veriff.me/v/token'
    const from = (other: string) => frameMessage({ origin: other, data: 'VERIFF_FINISHED' }, session)
    expect(from('https://alchemy.veriff.com')).toBe('FINISHED')
    for (const other of [
      'http://alchemy.veriff.com',
      'https://veriff.com.evil.example',
      'https://evilveriff.me',
    ])
      expect(from(other)).toBeNull()
  })

  it('with another content is ignored', () => {
    const others = [null, 7, '', 'FINISHED', 'toString', { status: 'FINISHED' }, {}, [], ['VERIFF_FINISHED']]
    for (const data of others) expect(frameMessage({ origin, data }, url)).toBeNull()
  })
})

it('the answer to the handshake has the fields of InContext 2.5.0', () => {
  expect(renderAnswer(false)).toEqual({
    name: 'VERIFF_RENDER',
    payload: {
      version: '2.5.0',
      isReloadHandled: true,
      isVeriffIframeMobile: false,
      embeddedConfigured: true,
      embedded: true,
    },
  })
  expect(renderAnswer(true).payload).toMatchObject({ isVeriffIframeMobile: true, embedded: false })
})
