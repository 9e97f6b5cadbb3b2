import { h } from './dom.js'

const head = (x, y, size) => [
  h('circle', { class: 'p-soft', cx: x, cy: y, r: size * 0.42 }),
  h('path', {
    class: 'p-soft',
    d: `M${x - size * 0.8} ${y + size * 1.4}c0-${size} ${size * 1.6}-${size} ${size * 1.6} 0z`,
  }),
]
const bar = (x, y, width, kind = 'p-line') => h('rect', { class: kind, x, y, width, height: 3, rx: 1.5 })

const drawings = {
  PASSPORT: () => [
    h('rect', { class: 'p-paper', x: 14, y: 3, width: 36, height: 42, rx: 4 }),
    h('circle', { class: 'p-stroke', cx: 32, cy: 19, r: 8 }),
    h('path', { class: 'p-stroke', d: 'M24 19h16M32 11c-5 5-5 11 0 16M32 11c5 5 5 11 0 16' }),
    bar(22, 34, 20),
  ],
  ID_CARD: () => [
    h('rect', { class: 'p-paper', x: 3, y: 7, width: 58, height: 36, rx: 5 }),
    ...head(17, 20, 8),
    bar(30, 17, 22, 'p-strong'),
    bar(30, 24, 16),
    bar(30, 31, 19),
  ],
  DRIVERS_LICENSE: () => [
    h('rect', { class: 'p-paper', x: 3, y: 7, width: 58, height: 36, rx: 5 }),
    ...head(17, 22, 8),
    h('path', { class: 'p-stroke', d: 'M32 29v-5l3-6h13l3 6v5zM32 24h19M36 29v3M47 29v3' }),
    bar(30, 12, 14, 'p-strong'),
  ],
  RESIDENCE_PERMIT: () => [
    h('rect', { class: 'p-paper', x: 3, y: 7, width: 58, height: 36, rx: 5 }),
    ...head(17, 20, 8),
    h('path', { class: 'p-stroke', d: 'M34 33V22l9-8 9 8v11zM40 33v-7h6v7' }),
  ],
}

/** A small drawing of a kind of document. */
export const documentPicture = (type) =>
  h(
    'svg',
    { class: 'picture', viewBox: '0 0 64 48', 'aria-hidden': 'true', focusable: 'false' },
    drawings[type](),
  )

const corners =
  'M4 26V12a8 8 0 0 1 8-8h14M134 4h14a8 8 0 0 1 8 8v14M156 74v14a8 8 0 0 1-8 8h-14M26 96H12a8 8 0 0 1-8-8V74'
const zone = (...rows) => rows.map((y) => h('path', { class: 'g-zone', d: `M24 ${y}H136` }))
const sheet = (inner) => [
  h('rect', { class: 'g-paper', x: 14, y: 12, width: 132, height: 76, rx: 6 }),
  ...inner,
]
const person = (x, y) => [
  h('rect', { class: 'g-photo', x, y, width: 28, height: 36, rx: 3 }),
  h('circle', { class: 'g-head', cx: x + 14, cy: y + 14, r: 6.5 }),
  h('path', { class: 'g-head', d: `M${x + 3} ${y + 36}c0-17 22-17 22 0z` }),
]
const textLines = (x, y) =>
  [44, 58, 50].map((width, at) => h('rect', { class: 'g-text', x, y: y + at * 10, width, height: 4, rx: 2 }))

const guides = {
  'document-front': () => sheet([...person(24, 24), ...textLines(64, 26)]),
  page: () => sheet([...person(24, 20), ...textLines(64, 22), ...zone(68, 78)]),
  'document-back': () =>
    sheet([h('rect', { class: 'g-text', x: 24, y: 22, width: 60, height: 14, rx: 2 }), ...zone(52, 64, 76)]),
}

/** What must be inside the frame. */
export const guidePicture = (kind) =>
  kind === 'face'
    ? h(
        'svg',
        { class: 'guide', viewBox: '0 0 160 160', 'aria-hidden': 'true', focusable: 'false' },
        h('ellipse', { class: 'g-corner', cx: 80, cy: 76, rx: 50, ry: 66 }),
        h('circle', { class: 'g-head', cx: 80, cy: 62, r: 24 }),
        h('path', { class: 'g-head', d: 'M42 126c0-46 76-46 76 0-18 22-58 22-76 0z' }),
      )
    : h(
        'svg',
        { class: 'guide', viewBox: '0 0 160 100', 'aria-hidden': 'true', focusable: 'false' },
        ...guides[kind](),
        h('path', { class: 'g-corner', d: corners }),
      )
