import { drawing, h, stroked } from '../../kernel/page/dom.js'
import { localeOf } from '../../kernel/page/texts.js'
import { lang, texts } from './texts.js'

const paths = {
  back: ['M15 18l-6-6 6-6'],
  close: ['M18 6L6 18', 'M6 6l12 12'],
  search: ['M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14z', 'M20 20l-4-4'],
  mail: ['M4 6h16v12H4z', 'M4 7l8 6 8-6'],
  phone: ['M8 3h8a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1z', 'M11 18h2'],
  copy: ['M9 9h10v11H9z', 'M15 9V5H5v11h4'],
  open: ['M14 5h5v5', 'M19 5l-8 8', 'M18 14v5H5V6h5'],
  file: ['M7 3h7l4 4v14H7z', 'M14 3v4h4'],
}

export const icon = (name) => drawing(paths[name], stroked('1.75'))

const locale = localeOf(lang)
const clock = { hour: 'numeric', minute: '2-digit', hour12: lang === 'en' }
const timeOnly = new Intl.DateTimeFormat(locale, clock)
const dayOnly = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' })
const inFull = new Intl.DateTimeFormat(locale, { weekday: 'short', day: 'numeric', month: 'short', ...clock })

/** The time for a message of today, the day for older ones. */
export const shortTime = (iso) => {
  const at = new Date(iso)
  return at.toDateString() === new Date().toDateString() ? timeOnly.format(at) : dayOnly.format(at)
}
export const fullTime = (iso) => inFull.format(new Date(iso))

/** The address of this page with changed query parameters; null removes one. */
export const here = (changes) => {
  const query = new URLSearchParams(location.search)
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === '') query.delete(name)
    else query.set(name, value)
  }
  const text = query.toString()
  return `${location.pathname}${text ? `?${text}` : ''}`
}

export const query = (name) => new URLSearchParams(location.search).get(name) ?? ''

let toastTimer
export const say = (text) => {
  const toast = document.querySelector('#toast')
  toast.textContent = text
  toast.hidden = false
  clearTimeout(toastTimer)
  toastTimer = setTimeout(() => {
    toast.hidden = true
  }, 2500)
}

export const copyButton = (code) =>
  h(
    'button',
    {
      type: 'button',
      class: 'btn',
      click: async () => {
        await navigator.clipboard.writeText(code)
        say(texts.copied(code))
      },
    },
    icon('copy'),
    h('span', { class: 'num' }, texts.copyCode(code)),
  )

export const emptyNote = ({ name, fact, hint }) =>
  h(
    'div',
    { class: 'empty' },
    h('span', { class: 'disc' }, icon(name)),
    h('b', {}, fact),
    h('span', {}, hint),
  )

/** Header, language and title, the same on both pages. */
export const drawFrame = () => {
  const page = document.body.dataset.page
  document.documentElement.lang = lang
  document.title = `${page === 'mail' ? texts.mailTitle : texts.phoneTitle} · Cardamom`
  const tab = (name, href) =>
    h('a', { href, 'aria-current': page === name ? 'page' : undefined }, texts[name])
  document.querySelector('#top').append(
    h(
      'a',
      { class: 'brand', href: '/', 'aria-label': 'Cardamom' },
      h('img', { src: '/kernel/page/leaf.svg', alt: '' }),
      h('span', { class: 'word' }, 'Cardamom'),
    ),
    h('nav', { class: 'seg', 'aria-label': texts.mailTitle }, tab('mail', '/'), tab('phone', '/phone')),
    h('span', { class: 'spacer' }),
    h('span', { class: 'ribbon' }, texts.sandbox),
    h(
      'a',
      {
        class: 'btn ghost',
        href: here({ lang: texts.otherCode }),
        hreflang: texts.otherCode,
        lang: texts.otherCode,
      },
      texts.other,
    ),
  )
}

/** Calls `onMessage` when a message arrived, and after every lost connection. */
export const listen = (onMessage) => {
  const source = new EventSource('/api/live')
  let lost = false
  source.addEventListener('message', (event) => void onMessage(event.data))
  source.addEventListener('error', () => {
    if (!lost) say(texts.offline)
    lost = true
  })
  source.addEventListener('open', () => {
    if (lost) void onMessage(null)
    lost = false
  })
}

export const readJson = async (path) => {
  const answer = await fetch(path)
  return answer.ok ? answer.json() : null
}
