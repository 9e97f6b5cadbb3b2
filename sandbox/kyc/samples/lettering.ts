/**
 * Capital letters, figures and the filler of a machine-readable zone as single strokes, 9 wide and 14 high.
 * Specimens use them, so that they are the same on machines with other fonts or without fonts.
 */
const strokes: Readonly<Record<string, string>> = {
  A: 'M0 14L4.5 0L9 14M1.6 9.2H7.4',
  B: 'M0 0V14H5.2A3.7 3.7 0 0 0 5.2 6.6H0M5 6.6A3.3 3.3 0 0 0 5 0H0',
  C: 'M8.8 2.4C7.8 .8 6.3 0 4.6 0C2 0 0 2 0 4.8V9.2C0 12 2 14 4.6 14C6.3 14 7.8 13.2 8.8 11.6',
  D: 'M0 0V14H4C7 14 9 12 9 9V5C9 2 7 0 4 0Z',
  E: 'M8 0H0V14H8M0 6.8H6.5',
  F: 'M8 0H0V14M0 6.8H6.5',
  G: 'M8.8 2.4C7.8 .8 6.3 0 4.6 0C2 0 0 2 0 4.8V9.2C0 12 2 14 4.6 14C7.2 14 9 12.2 9 9.6V7.4H5',
  H: 'M0 0V14M9 0V14M0 6.8H9',
  I: 'M4.5 0V14M2 0H7M2 14H7',
  J: 'M7.5 0V9.6C7.5 12.4 6 14 3.8 14C1.6 14 0 12.6 0 10.4',
  K: 'M0 0V14M9 0L0 8M3.2 5.4L9 14',
  L: 'M0 0V14H8',
  M: 'M0 14V0L4.5 8L9 0V14',
  N: 'M0 14V0L9 14V0',
  O: 'M0 5C0 2 2 0 4.5 0C7 0 9 2 9 5V9C9 12 7 14 4.5 14C2 14 0 12 0 9Z',
  P: 'M0 14V0H5A4 4 0 0 1 5 8H0',
  Q: 'M0 5C0 2 2 0 4.5 0C7 0 9 2 9 5V9C9 12 7 14 4.5 14C2 14 0 12 0 9ZM5.5 10.5L9 14.6',
  R: 'M0 14V0H5A4 4 0 0 1 5 8H0M4.6 8L9 14',
  S: `M8.4 2.2C7.5 .8 6.2 0 4.4 0C2 0 .4 1.4 .4 3.5C.4 8.4 8.8 5.4 8.8 10.4C8.8 12.6 7 14 4.6 14C2.5 14 1
    13.2 0 11.6`,
  T: 'M0 0H9M4.5 0V14',
  U: 'M0 0V9.2C0 12.2 1.9 14 4.5 14C7.1 14 9 12.2 9 9.2V0',
  V: 'M0 0L4.5 14L9 0',
  W: 'M0 0L2.2 14L4.5 4L6.8 14L9 0',
  X: 'M0 0L9 14M9 0L0 14',
  Y: 'M0 0L4.5 7L9 0M4.5 7V14',
  Z: 'M0 0H9L0 14H9',
  0: 'M1 5C1 2 2.6 0 4.5 0C6.4 0 8 2 8 5V9C8 12 6.4 14 4.5 14C2.6 14 1 12 1 9Z',
  1: 'M1.5 3L4.8 0V14M1.5 14H8',
  2: 'M.6 3.4C.8 1.4 2.4 0 4.5 0C6.8 0 8.4 1.5 8.4 3.6C8.4 6.6 .6 10 .4 14H8.6',
  3: 'M.8 0H8L4 5.6C6.8 5.6 8.6 7.2 8.6 9.7C8.6 12.3 6.8 14 4.3 14C2.4 14 1 13.2 .2 11.6',
  4: 'M6.6 14V0L0 10H9',
  5: `M8 0H1.4L.8 6.4C1.8 5.6 3 5.2 4.3 5.2C6.8 5.2 8.6 7 8.6 9.6C8.6 12.2 6.8 14 4.3 14C2.4 14 1 13.2 .2
    11.8`,
  6: `M7 0C3 1.6 .4 5 .4 9.4C.4 12.2 2 14 4.5 14C7 14 8.6 12.2 8.6 9.7C8.6 7.2 7 5.6 4.7 5.6C2.6 5.6 .8 7
    .4 9`,
  7: 'M.4 0H8.6L3.4 14',
  8: `M4.5 6.4C2.3 6.4 1 5.2 1 3.3C1 1.3 2.4 0 4.5 0C6.6 0 8 1.3 8 3.3C8 5.2 6.7 6.4 4.5 6.4C2 6.4 .4 7.9
    .4 10.1C.4 12.4 2 14 4.5 14C7 14 8.6 12.4 8.6 10.1C8.6 7.9 7 6.4 4.5 6.4`,
  9: `M2 14C6 12.4 8.6 9 8.6 4.6C8.6 1.8 7 0 4.5 0C2 0 .4 1.8 .4 4.3C.4 6.8 2 8.4 4.3 8.4C6.4 8.4 8.2 7 8.6
    5`,
  '<': 'M8 3.5L1 7.5L8 11.5',
  '-': 'M1.5 7H7.5',
  '.': 'M4.4 13.2V14',
  '/': 'M1 14.5L8 -.5',
  '\u0301': 'M4.2 -2.2L6.2 -4.2',
  '\u0300': 'M4.8 -2.2L2.8 -4.2',
  '\u0302': 'M2.4 -2.2L4.5 -4.2L6.6 -2.2',
  '\u030c': 'M2.4 -4.2L4.5 -2.2L6.6 -4.2',
  '\u0303': 'M1.6 -2.4C3.2 -4.4 5.6 -1.2 7.4 -3.2',
  '\u0308': 'M2.6 -3.4V-2.6M6.4 -3.4V-2.6',
  '\u030a': 'M3.2 -3A1.3 1.3 0 1 0 5.8 -3A1.3 1.3 0 1 0 3.2 -3',
  '\u0327': 'M4.6 14C6.2 16 5 17 3.4 17',
}

export type Lettering = {
  readonly x: number
  readonly y: number
  /** Height of a capital, px. */
  readonly height: number
  readonly color: string
  /** Line width, px. */
  readonly weight?: number
  /** Space between letters, in fourteenths of the height. */
  readonly gap?: number
  readonly opacity?: number
}

/** SVG of a line of capitals whose top left corner is at `x`, `y`. */
export const letters = (text: string, style: Lettering): string => {
  const { x, y, height, color, gap = 3.6, opacity = 1 } = style
  const scale = height / 14
  const weight = (style.weight ?? height / 9) / scale
  let at = 0
  const paths: string[] = []
  for (const letter of text.toUpperCase().normalize('NFD')) {
    const isMark = /[\u0300-\u036f]/.test(letter)
    const path = strokes[letter]
    if (path) paths.push(`<path d="${path}" transform="translate(${isMark ? at - 9 - gap : at} 0)"/>`)
    if (!isMark) at += (letter === ' ' ? 5 : 9) + gap
  }
  return `<g transform="translate(${x} ${y}) scale(${scale})" fill="none" stroke="${color}"
    stroke-width="${weight}"
    stroke-linecap="round" stroke-linejoin="round" opacity="${opacity}">${paths.join('')}</g>`
}

/** Width of a line of capitals, px. */
export const lettersWidth = (text: string, height: number, gap = 3.6): number => {
  const plain = text.normalize('NFD').replaceAll(/[\u0300-\u036f]/g, '')
  const units = Array.from(plain).reduce((sum, letter) => sum + (letter === ' ' ? 5 : 9) + gap, -gap)
  return (units * height) / 14
}
