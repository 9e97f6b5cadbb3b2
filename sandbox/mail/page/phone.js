import { h } from '../../kernel/page/dom.js'
import {
  copyButton,
  drawFrame,
  emptyNote,
  fullTime,
  here,
  icon,
  listen,
  query,
  readJson,
  shortTime,
} from './frame.js'
import { texts } from './texts.js'

const rows = document.querySelector('#rows')
const desk = document.querySelector('#desk')
const search = document.querySelector('#search')
let messages = []

const byNumber = () => {
  const numbers = new Map()
  for (const message of messages) if (!numbers.has(message.to)) numbers.set(message.to, message)
  const wanted = search.value.replace(/[^\d+]/g, '')
  return [...numbers.values()].filter(({ to }) => to.includes(wanted))
}

const drawRow = ({ to, at, preview }) =>
  h(
    'li',
    {},
    h(
      'a',
      {
        class: 'row',
        href: here({ to }),
        'aria-current': to === query('to') ? 'true' : undefined,
        click: (event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return
          event.preventDefault()
          go(to)
        },
      },
      h('span', { class: 'disc' }, icon('phone')),
      h('span', { class: 'number num' }, to),
      h('time', { class: 'time num', datetime: at }, shortTime(at)),
      h('span', { class: 'preview' }, preview),
    ),
  )

const drawList = () => {
  const found = byNumber()
  const note =
    messages.length === 0
      ? { name: 'phone', fact: texts.emptyPhone, hint: texts.emptyPhoneHint }
      : { name: 'search', fact: texts.noneFound, hint: texts.searchPhone }
  rows.replaceChildren(...(found.length > 0 ? found.map(drawRow) : [h('li', {}, emptyNote(note))]))
}

const withLinks = (text) =>
  text
    .split(/(https?:\/\/[^\s<>"'\])}]+)/)
    .map((part, index) =>
      index % 2 === 1 ? h('a', { href: part, target: '_blank', rel: 'noopener' }, part) : part,
    )

const drawBubble = ({ from, at, text, code }) =>
  h(
    'li',
    { class: 'bubble' },
    h('span', { class: 'meta num' }, `${from} · ${fullTime(at)}`),
    h('p', {}, ...withLinks(text)),
    code && copyButton(code),
  )

const drawDesk = async () => {
  const to = query('to')
  document.body.toggleAttribute('data-open', to !== '')
  if (!to) {
    desk.replaceChildren(emptyNote({ name: 'phone', fact: texts.pickPhone, hint: texts.pickPhoneHint }))
    return
  }
  const answer = await readJson(`/api/messages?channel=sms&to=${encodeURIComponent(to)}`)
  const full = await Promise.all((answer?.messages ?? []).map(({ id }) => readJson(`/api/messages/${id}`)))
  if (to !== query('to')) return
  const thread = h('ul', { class: 'thread', 'aria-label': texts.messagesTo(to), tabindex: '0' })
  thread.append(...full.filter(Boolean).toReversed().map(drawBubble))
  const back = h(
    'button',
    { type: 'button', class: 'btn ghost icon-only back', 'aria-label': texts.back, click: () => go('') },
    icon('back'),
  )
  const head = h('div', { class: 'handset-head' }, back, h('h2', { class: 'num' }, to))
  const none = emptyNote({ name: 'phone', fact: texts.emptyPhone, hint: texts.emptyPhoneHint })
  desk.replaceChildren(h('div', { class: 'handset' }, head, full.length > 0 ? thread : none))
  thread.scrollTop = thread.scrollHeight
  if (matchMedia('(max-width: 899px)').matches) scrollTo(0, document.body.scrollHeight)
}

const go = (to) => {
  history.pushState(null, '', here({ to }))
  drawList()
  void drawDesk().then(() => to && desk.focus({ preventScroll: true }))
}

const load = async () => {
  const answer = await readJson('/api/messages?channel=sms')
  if (answer) messages = answer.messages
  drawList()
  await drawDesk()
}

const start = () => {
  drawFrame()
  for (const id of ['#title', '#list-title']) document.querySelector(id).textContent = texts.phoneTitle
  document.querySelector('#search-label').textContent = texts.searchPhone
  search.placeholder = texts.searchPhone
  search.before(icon('search'))
  search.addEventListener('input', drawList)
  addEventListener('popstate', () => {
    drawList()
    void drawDesk()
  })
  listen(() => void load())
  void load()
}

start()
