import { expect, test } from 'vitest'
import { contrastsOf } from './contrast.ts'

test('the contrast of black on white is that of the standard', () => {
  expect(contrastsOf({ hue: 0, chroma: 0 }).lightButton).toBeGreaterThan(7)
})

test('every colour that a company can choose is readable', () => {
  for (let hue = 0; hue < 360; hue += 3)
    for (const chroma of [0, 0.05, 0.1, 0.15, 0.2])
      for (const [what, ratio] of Object.entries(contrastsOf({ hue, chroma })))
        expect(ratio, `${what} of ${hue} ${chroma}`).toBeGreaterThan(4.5)
})
