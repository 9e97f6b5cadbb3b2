import { drawing, h } from '../../kernel/page/dom.js'

export { h }

const paths = {
  shield: ['M12 3l7.5 2.7v5.3c0 4.9-3.1 8-7.5 10-4.4-2-7.5-5.1-7.5-10V5.7z', 'M8.7 12l2.4 2.4 4.3-4.6'],
  check: ['M5 12.5l4.5 4.5L19 7.5'],
  close: ['M6 6l12 12M18 6L6 18'],
  next: ['M9.5 5.5l6.5 6.5-6.5 6.5'],
  alert: ['M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18z', 'M12 7.5v5.5M12 16.4v.1'],
  PASSKEY: [
    'M5.5 10.5a6.6 6.6 0 0 1 13 1.5c0 2.4-.2 4.2-.8 6.2',
    'M8.8 12a3.2 3.2 0 0 1 6.4 0c0 3.2-.4 5.8-1.5 8.4',
    'M12 12c0 3.4-.6 5.8-2 8M5.4 14.2c0 1.5-.1 2.4-.4 3.3',
  ],
  SECURITY_KEY: ['M8 3.5h8v4H8z', 'M6.5 7.5h11v9a4 4 0 0 1-4 4h-3a4 4 0 0 1-4-4z', 'M12 12v3.5'],
  AUTHENTICATOR_APP: [
    'M8 2.8h8a1.5 1.5 0 0 1 1.5 1.5v15.4a1.5 1.5 0 0 1-1.5 1.5H8a1.5 1.5 0 0 1-1.5-1.5V4.3A1.5 1.5 0 0 1 8 2.8z',
    'M9.5 11h.1M12 11h.1M14.5 11h.1M11 18h2',
  ],
  EMAIL_OTP: ['M4 5.5h16v13H4z', 'M4.5 6.5l7.5 6 7.5-6'],
  EMAIL_MAGIC_LINK: [
    'M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1 1',
    'M14 10a4 4 0 0 0-5.7 0l-3 3A4 4 0 0 0 11 18.7l1-1',
  ],
  SMS: ['M4 5h16v11.5H10l-4 3.5v-3.5H4z', 'M8.5 10.8h.1M12 10.8h.1M15.5 10.8h.1'],
}

/** A drawing, found by its name. */
export const icon = (name) => drawing(paths[name])

/**
 * A button; while its work runs it has the same width, shows a loading indicator and cannot be pressed again.
 */
export const button = (label, { kind = 'primary', iconName, work, ...attributes }) => {
  const element = h(
    'button',
    { type: 'button', class: `button ${kind}`, ...attributes },
    iconName && icon(iconName),
    h('span', {}, label),
  )
  element.addEventListener('click', async (event) => {
    event.preventDefault()
    if (element.getAttribute('aria-busy') === 'true') return
    element.setAttribute('aria-busy', 'true')
    const ring = h('span', { class: 'ring', 'aria-hidden': 'true' })
    element.append(ring)
    await work().finally(() => {
      element.removeAttribute('aria-busy')
      ring.remove()
    })
  })
  return element
}
