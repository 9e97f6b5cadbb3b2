export const byId = (id) => document.getElementById(id)

const svgNames = new Set(['svg', 'path', 'rect', 'circle', 'ellipse', 'g', 'use'])

/**
 * Makes an element. Functions are listeners, of `onclick` or `click` alike; `true` is a bare attribute; `null`, `false`
 * and `undefined` are left out; children are elements, texts or lists of them.
 */
export const h = (name, attributes = {}, ...children) => {
  const element = svgNames.has(name)
    ? document.createElementNS('http://www.w3.org/2000/svg', name)
    : document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue
    if (typeof value === 'function') element.addEventListener(key.replace(/^on/, ''), value)
    else element.setAttribute(key, value === true ? '' : String(value))
  }
  const shown = children.flat(3).filter((child) => ![null, undefined, false, ''].includes(child))
  element.append(...shown)
  return element
}

const strokes = {
  fill: 'none',
  stroke: 'currentColor',
  'stroke-linecap': 'round',
  'stroke-linejoin': 'round',
}

/** A 24-pixel line drawing of paths and other shapes; decoration only. */
export const drawing = (shapes, attributes = {}) =>
  h(
    'svg',
    { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true', focusable: 'false', ...attributes },
    shapes.map((shape) => (typeof shape === 'string' ? h('path', { d: shape }) : shape)),
  )

/** Attributes of a drawing whose strokes no style sheet sets. */
export const stroked = (width) => ({ ...strokes, 'stroke-width': width, class: null })
