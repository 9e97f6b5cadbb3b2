import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { maxImageBytes } from '../image-intake.ts'
import { readMasterKey } from '../../kernel/master-key.ts'
import { createVault } from '../vault.ts'
import { createSession, decided, named, specimen, startBench, submit, upload, type Bench } from './bench.ts'

let bench: Bench
beforeAll(async () => {
  bench = await startBench(5024)
})
afterAll(() => bench.stop())

const noise = (width: number, height: number): Buffer => {
  const pixels = Buffer.alloc(width * height * 3)
  let seed = 7
  for (let at = 0; at < pixels.length; at += 1) {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
    pixels[at] = 96 + ((seed >>> 24) & 63)
  }
  return pixels
}
const raw = (width: number, height: number) =>
  sharp(noise(width, height), { raw: { width, height, channels: 3 } })

describe('accepted pictures', () => {
  it('accepts a photograph of 20 megapixels, turns it upright and removes its metadata', async () => {
    const photo = await raw(5472, 3648)
      .blur(1.2)
      .withExif({ IFD0: { Copyright: 'canary-in-exif' } })
      .withMetadata({ orientation: 6 })
      .jpeg({ quality: 60 })
      .toBuffer()
    expect(photo.length).toBeLessThan(maxImageBytes)
    const id = await createSession(bench)
    const { status, body } = await upload(bench, id, 'document-front', photo)
    expect(status).toBe(200)
    expect(body.image).toMatchObject({ width: 3648, height: 5472, mimetype: 'image/jpeg' })
    const stored = await bench.call('GET', `/v1/media/${body.image.id}`)
    const meta = await sharp(stored.raw).metadata()
    expect([meta.width, meta.height, meta.exif]).toEqual([1600, 2400, undefined])
    expect(stored.raw.length).toBe(body.image.size)
  })

  it('removes data that is appended to a picture', async () => {
    const tail = '<script>canary-behind-the-end</script>'
    const id = await createSession(bench)
    const image = Buffer.concat([await specimen('face'), Buffer.from(tail)])
    const { body } = await upload(bench, id, 'face', image)
    const stored = await bench.call('GET', `/v1/media/${body.image.id}`)
    expect(stored.raw.includes('canary')).toBe(false)
  })

  it('accepts a data URL with a wrong type, by its bytes', async () => {
    const id = await createSession(bench)
    const content = `data:image/svg+xml;base64,${(await raw(1200, 900).webp().toBuffer()).toString('base64')}`
    const answer = await bench.call('POST', `/v1/sessions/${id}/media`, {
      image: { context: 'face', content },
    })
    expect(answer.status).toBe(200)
  })
})

describe('refused pictures', () => {
  const cases: [string, Buffer, number, string][] = [
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="2000" height="2000"/>'), 400, '1404'],
    ['PDF', Buffer.from('%PDF-1.7\n%âãÏÓ\n'), 400, '1404'],
    ['HEIC', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), 400, '1404'],
    ['GIF', Buffer.from('GIF89a'), 400, '1404'],
    ['text', Buffer.from('hello'), 400, '1404'],
    ['half a PNG', Buffer.from('\x89PNG\r\n\x1a\nhalf', 'latin1'), 400, '1404'],
    ['more than 8 MiB', Buffer.alloc(maxImageBytes + 1), 413, '1405'],
  ]
  it.each(cases)('%s', async (_name, image, status, code) => {
    const id = await createSession(bench)
    expect(await upload(bench, id, 'face', image)).toMatchObject({ status, body: { code } })
  })

  it('a picture of more than 50 megapixels', async () => {
    const huge = await sharp({ create: { width: 9000, height: 6000, channels: 3, background: '#888' } })
      .png()
      .toBuffer()
    const id = await createSession(bench)
    expect((await upload(bench, id, 'face', huge)).status).toBe(400)
  })

  it.each([
    ['1403', { image: { context: 'face' } }],
    ['1402', { image: { context: 'elbow', content: 'AAAA' } }],
    ['1401', { image: { context: 'face', content: 'not base64!' } }],
    ['1400', { image: { context: 'face', content: '' } }],
  ])('with %s', async (code, body) => {
    const id = await createSession(bench)
    expect(await bench.call('POST', `/v1/sessions/${id}/media`, body)).toMatchObject({
      status: 400,
      body: { code },
    })
  })
})

describe('at rest', () => {
  it('stores no picture in plain text, and each under its own key', async () => {
    const id = await createSession(bench)
    const { body } = await upload(bench, id, 'face', await specimen('face'))
    const { raw: jpeg } = await bench.call('GET', `/v1/media/${body.image.id}`)
    bench.store().exec('pragma wal_checkpoint(truncate)')
    const file = readFileSync(join(bench.dataDir, 'kyc.sqlite'))
    expect(file.includes(jpeg.subarray(200, 264))).toBe(false)
    const vault = createVault(readMasterKey(bench.dataDir, {}))
    const one = vault.encrypt('a', jpeg)
    const other = vault.encrypt('a', jpeg)
    expect(one.encrypted.equals(other.encrypted)).toBe(false)
    expect(vault.open('a', one).equals(jpeg)).toBe(true)
    expect(() => vault.open('b', one)).toThrow()
    expect(() => vault.open('a', { ...one, wrappedKey: other.wrappedKey })).toThrow()
  })

  it('a restart loses nothing: pictures, statuses, due decisions', async () => {
    const slow = await createSession(bench, named('Slow'))
    await submit(bench, slow)
    const id = await createSession(bench)
    const { body } = await upload(bench, id, 'face', await specimen('face'))
    const before = await bench.call('GET', `/v1/media/${body.image.id}`)
    await bench.restart()
    const after = await bench.call('GET', `/v1/media/${body.image.id}`)
    expect(after.raw.equals(before.raw)).toBe(true)
    await bench.control('POST', '/clock', { offsetMs: 91_000 })
    const answer = await bench.call('GET', `/v1/sessions/${slow}/decision`)
    expect(answer.body).toMatchObject({ verification: { status: 'approved' } })
    expect((await decided(bench, id)).status).toBe('resubmission_requested')
  })
})
