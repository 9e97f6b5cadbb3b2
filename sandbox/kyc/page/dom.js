import { drawing, h } from '../../kernel/page/dom.js'

export { h }

const line = (...paths) => paths.map((d) => h('path', { d }))

const drawings = {
  close: () => line('M6 6l12 12M18 6L6 18'),
  back: () => line('M20 12H4M10 6l-6 6 6 6'),
  check: () => line('M5 12.5l4.5 4.5L19 7.5'),
  alert: () => [h('circle', { cx: 12, cy: 12, r: 9 }), ...line('M12 7.5v5.5M12 16.4v.1')],
  camera: () => [...line('M4 8h3l2-3h6l2 3h3v11H4z'), h('circle', { cx: 12, cy: 13, r: 3.6 })],
  upload: () => line('M12 16V5M7.5 9L12 4.5 16.5 9', 'M5 15v4h14v-4'),
  sun: () => [
    h('circle', { cx: 12, cy: 12, r: 4 }),
    ...line(
      `M12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M18.7 5.3l-1.4 1.4M6.7
        17.3l-1.4 1.4`,
    ),
  ],
  card: () => [
    h('rect', { x: 3, y: 5, width: 18, height: 14, rx: 2.5 }),
    h('circle', { cx: 8.5, cy: 11, r: 2 }),
    ...line('M5.8 16c.6-1.6 1.5-2.2 2.7-2.2s2.1.6 2.7 2.2M14 10h4M14 14h4'),
  ],
  face: () => [h('circle', { cx: 12, cy: 12, r: 9 }), ...line('M9 10v.1M15 10v.1M8.5 14.5c1.8 2 5.2 2 7 0')],
  shield: () =>
    line('M12 3l7.5 2.7v5.3c0 4.9-3.1 8-7.5 10-4.4-2-7.5-5.1-7.5-10V5.7z', 'M8.7 12l2.4 2.4 4.3-4.6'),
  bulb: () => line('M9.5 18h5M10.5 21h3M8 14.2a6 6 0 1 1 8 0c-.8.7-1.2 1.4-1.2 2.3H9.2c0-.9-.4-1.6-1.2-2.3z'),
  again: () => line('M19.5 12a7.5 7.5 0 1 1-2.2-5.3L20 9.2M20 4.5v4.7h-4.7'),
  clock: () => [h('circle', { cx: 12, cy: 12, r: 9 }), ...line('M12 7v5.3l3.2 2')],
  person: () => [
    h('circle', { cx: 12, cy: 8.5, r: 4 }),
    ...line('M4.5 20c1.2-4 4-5.8 7.5-5.8s6.3 1.8 7.5 5.8'),
  ],
}

/** A drawing by its name. */
export const icon = (name) => drawing(drawings[name]())
