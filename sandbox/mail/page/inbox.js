import { h } from '../../kernel/page/dom.js'
import { drawFrame, emptyNote, here, icon, listen, query, readJson, shortTime } from './frame.js'
import { drawMessage } from './letter.js'
import { texts } from './texts.js'

const rows = document.querySelector('#rows')
const reader = document.querySelector('#reader')
const search = document.querySelector('#search')
const more = document.querySelector('#more')
const fresh = new Set()
let shown = []
let requests = 0

const drawRow = (message) =>
  h(
    'li',
    {},
    h(
      'a',
      {
        class: 'row',
        href: here({ message: message.id }),
        'aria-current': message.id === query('message') ? 'true' : undefined,
        click: (event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return
          event.preventDefault()
          go({ message: message.id })
        },
      },
      h(
        'span',
        { class: 'subject' },
        fresh.has(message.id) && h('span', { class: 'fresh', role: 'img', 'aria-label': texts.unread }),
        message.subject || texts.noSubject,
      ),
      h('time', { class: 'time num', datetime: message.at }, shortTime(message.at)),
      h('span', { class: 'preview' }, message.preview),
      h(
        'span',
        { class: 'foot' },
        h('span', { class: 'who' }, message.to),
        message.code && h('span', { class: 'chip' }, message.code),
      ),
    ),
  )

const drawFilter = () => {
  const to = query('to')
  const close = h(
    'button',
    { type: 'button', 'aria-label': texts.showAll, click: () => go({ to: null }) },
    icon('close'),
  )
  const chip = to ? [h('div', { class: 'filter' }, h('span', {}, texts.onlyTo(to)), close)] : []
  document.querySelector('#filter').replaceChildren(...chip)
}

const drawList = (hasMore) => {
  drawFilter()
  rows.replaceChildren(...shown.map(drawRow))
  const older = h('button', { type: 'button', class: 'btn', click: () => void loadOlder() }, texts.more)
  const filtered = query('q') || query('to')
  const note = filtered
    ? { name: 'search', fact: texts.noneFound, hint: texts.noneFoundHint }
    : { name: 'mail', fact: texts.emptyMail, hint: texts.emptyMailHint }
  more.replaceChildren(...(hasMore ? [older] : shown.length === 0 ? [emptyNote(note)] : []))
}

const listPath = (before) => {
  const wanted = new URLSearchParams({ channel: 'email' })
  if (query('to')) wanted.set('to', query('to'))
  if (query('q')) wanted.set('q', query('q'))
  if (before) wanted.set('before', before)
  return `/api/messages?${wanted}`
}

const loadList = async () => {
  requests += 1
  const mine = requests
  const answer = await readJson(listPath())
  if (mine !== requests || !answer) return
  shown = answer.messages
  drawList(answer.more)
}

const loadOlder = async () => {
  const answer = await readJson(listPath(shown.at(-1)?.id))
  if (!answer) return
  shown = [...shown, ...answer.messages]
  drawList(answer.more)
}

const onlyTo = (to) => {
  search.value = ''
  go({ to, q: null })
}

const drawReader = async () => {
  const id = query('message')
  document.body.toggleAttribute('data-open', id !== '')
  if (!id) {
    reader.replaceChildren(emptyNote({ name: 'mail', fact: texts.pick, hint: texts.pickHint }))
    return
  }
  fresh.delete(id)
  const message = await readJson(`/api/messages/${encodeURIComponent(id)}`)
  if (id !== query('message')) return
  const back = h(
    'button',
    { type: 'button', class: 'btn ghost back', click: () => go({ message: null }) },
    icon('back'),
    texts.back,
  )
  const content = message
    ? drawMessage(message, { onlyTo })
    : emptyNote({ name: 'mail', fact: texts.gone, hint: texts.goneHint })
  reader.replaceChildren(back, content)
  reader.scrollTop = 0
}

const go = (changes) => {
  const opens = changes.message
  history.pushState(null, '', here(changes))
  if ('message' in changes) drawList(more.querySelector('.btn') !== null)
  else void loadList()
  void drawReader().then(() => {
    if (opens) reader.focus({ preventScroll: true })
  })
}

const start = () => {
  drawFrame()
  for (const id of ['#title', '#list-title']) document.querySelector(id).textContent = texts.mailTitle
  document.querySelector('#search-label').textContent = texts.searchMail
  search.placeholder = texts.searchMail
  search.value = query('q')
  search.before(icon('search'))
  let typing
  search.addEventListener('input', () => {
    clearTimeout(typing)
    typing = setTimeout(() => {
      history.replaceState(null, '', here({ q: search.value.trim() }))
      void loadList()
    }, 150)
  })
  addEventListener('popstate', () => {
    search.value = query('q')
    void loadList()
    void drawReader()
  })
  listen((id) => {
    if (id) fresh.add(id)
    void loadList()
  })
  void loadList()
  void drawReader()
}

start()
