import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawable, letterPath } from './watermark-letters.ts'
import { watermarked, type Viewer } from './watermark.ts'

const viewer: Viewer = { email: 'sofia@example.com', at: new Date('2026-11-20T15:00:00Z') }
const grey = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#808080' } })
const pixelsOf = (picture: Buffer) => sharp(picture).greyscale().raw().toBuffer({ resolveWithObject: true })
/** How many pixels of a part are clearly not the grey of the picture. */
const markedIn = async (
  picture: Buffer,
  part: { left: number; top: number; width: number; height: number },
) => {
  const pixels = await sharp(picture).extract(part).greyscale().raw().toBuffer()
  return pixels.filter((value) => Math.abs(value - 128) > 25).length
}

test('every part of a picture has the viewer in its pixels, whatever its size', async () => {
  for (const [width, height] of [
    [1200, 800],
    [800, 1200],
    [320, 240],
  ] as const) {
    const marked = await watermarked(await grey(width, height).jpeg().toBuffer(), viewer)
    const side = { width: Math.floor(width / 3), height: Math.floor(height / 3) }
    for (const column of [0, 1, 2])
      for (const row of [0, 1, 2]) {
        const part = { ...side, left: column * side.width, top: row * side.height }
        expect(await markedIn(marked, part)).toBeGreaterThan((side.width * side.height) / 100)
      }
  }
})

test('the mark names the viewer and the second', async () => {
  const picture = await grey(600, 400).jpeg().toBuffer()
  const same = await watermarked(picture, viewer)
  expect(await watermarked(picture, viewer)).toEqual(same)
  expect(await watermarked(picture, { ...viewer, email: 'ines@example.com' })).not.toEqual(same)
  expect(await watermarked(picture, { ...viewer, at: new Date('2026-11-20T15:00:01Z') })).not.toEqual(same)
})

test('a copy has a limited size, stands upright, and nothing of the file but its pixels', async () => {
  const turned = await grey(3000, 1000)
    .withMetadata({ orientation: 6, exif: { IFD0: { Copyright: 'hidden' } } })
    .jpeg()
    .toBuffer()
  const copy = await watermarked(turned, viewer)
  const { width, height, exif, format } = await sharp(copy).metadata()
  expect([width, height, exif, format]).toEqual([533, 1600, undefined, 'jpeg'])
  const { info } = await pixelsOf(copy)
  expect(info.channels).toBe(1)
  await expect(watermarked(Buffer.from('no picture'), viewer)).rejects.toThrow()
})

test('letters are shapes: accents are left out, and what has no shape is a question mark', () => {
  expect(drawable('Sofía ñ 漢 ~')).toBe('Sofia n ? ?')
  // The letter I: a stem of seven dots and two bars of three.
  expect(letterPath('I').split('M')).toHaveLength(12)
  expect(letterPath(' ')).toBe('')
  const letters = Array.from({ length: 0x7a - 0x20 }, (_, nth) => String.fromCodePoint(0x21 + nth))
  expect(new Set(letters.map(letterPath)).size).toBe(letters.length)
})
