import { h } from '../../kernel/page/dom.js'
import { copyButton, fullTime, here, icon } from './frame.js'
import { texts } from './texts.js'

const fitFrame = (frame) => {
  const fit = () => {
    const page = frame.contentDocument
    if (page?.documentElement) frame.style.height = `${Math.max(120, page.documentElement.scrollHeight)}px`
  }
  frame.addEventListener('load', () => {
    fit()
    // Pictures that load later make the mail longer.
    if (frame.contentDocument?.body) new ResizeObserver(fit).observe(frame.contentDocument.body)
  })
}

const drawPaper = (message) => {
  const paper = h('div', { class: 'paper' })
  const asText = () => paper.replaceChildren(withLinks(message.text))
  const asMail = () => {
    const frame = h('iframe', {
      title: message.subject || texts.noSubject,
      sandbox: 'allow-same-origin allow-popups allow-popups-to-escape-sandbox',
      src: `/api/messages/${message.id}/html`,
    })
    fitFrame(frame)
    paper.replaceChildren(frame)
  }
  if (!message.hasHtml) {
    asText()
    return [paper]
  }
  asMail()
  const choice = (label, show, pressed) =>
    h(
      'button',
      {
        type: 'button',
        'aria-pressed': String(pressed),
        click: (event) => {
          for (const each of event.currentTarget.parentElement.children)
            each.setAttribute('aria-pressed', 'false')
          event.currentTarget.setAttribute('aria-pressed', 'true')
          show()
        },
      },
      label,
    )
  const seg = h(
    'div',
    { class: 'seg', role: 'group', 'aria-label': texts.view },
    choice(texts.asMail, asMail, true),
    choice(texts.asText, asText, false),
  )
  return [h('div', { class: 'view-line' }, seg), paper]
}

const withLinks = (text) => {
  const parts = text.split(/(https?:\/\/[^\s<>"'\])}]+)/)
  const nodes = parts.map((part, index) =>
    index % 2 === 1 ? h('a', { href: part, target: '_blank', rel: 'noopener' }, part) : part,
  )
  return h('pre', {}, ...nodes)
}

const drawActions = ({ link, code }) => {
  if (!link && !code) return null
  const openLink = h(
    'a',
    { class: 'btn primary', href: link, target: '_blank', rel: 'noopener' },
    icon('open'),
    texts.openLink,
  )
  const hint = h('p', { class: 'link-hint' }, link ?? '')
  return h('div', { class: 'actions' }, link && openLink, code && copyButton(code), link && hint)
}

const drawFiles = (files) =>
  files.length > 0 &&
  h(
    'ul',
    { class: 'files', 'aria-label': texts.files },
    ...files.map(({ id, name, sizeBytes }) =>
      h(
        'li',
        {},
        h(
          'a',
          { class: 'btn', href: `/api/attachments/${id}` },
          icon('file'),
          `${name} · ${Math.ceil(sizeBytes / 1024)} kB`,
        ),
      ),
    ),
  )

/** One mail, opened. `onlyTo` narrows the list to its recipient. */
export const drawMessage = (message, { onlyTo }) => {
  const toLink = h(
    'a',
    {
      href: here({ to: message.to, q: null }),
      click: (event) => {
        event.preventDefault()
        onlyTo(message.to)
      },
    },
    message.to,
  )
  const facts = h(
    'dl',
    {},
    h('dt', {}, texts.from),
    h('dd', {}, message.from),
    h('dt', {}, texts.to),
    h('dd', {}, toLink),
    h('dt', {}, texts.received),
    h('dd', { class: 'num' }, fullTime(message.at)),
  )
  return h(
    'div',
    { class: 'letter' },
    h('h2', {}, message.subject || texts.noSubject),
    facts,
    drawActions(message),
    ...drawPaper(message),
    drawFiles(message.attachments),
  )
}
