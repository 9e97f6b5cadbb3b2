import { copyButton, el, fullTime, here, icon } from './frame.js'
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
  const paper = el('div', { class: 'paper' })
  const asText = () => paper.replaceChildren(withLinks(message.text))
  const asMail = () => {
    const frame = el('iframe', {
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
    el(
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
  const seg = el(
    'div',
    { class: 'seg', role: 'group', 'aria-label': texts.view },
    choice(texts.asMail, asMail, true),
    choice(texts.asText, asText, false),
  )
  return [el('div', { class: 'view-line' }, seg), paper]
}

const withLinks = (text) => {
  const parts = text.split(/(https?:\/\/[^\s<>"'\])}]+)/)
  const nodes = parts.map((part, index) =>
    index % 2 === 1 ? el('a', { href: part, target: '_blank', rel: 'noopener' }, part) : part,
  )
  return el('pre', {}, ...nodes)
}

const drawActions = ({ link, code }) => {
  if (!link && !code) return null
  const openLink = el(
    'a',
    { class: 'btn primary', href: link, target: '_blank', rel: 'noopener' },
    icon('open'),
    texts.openLink,
  )
  const hint = el('p', { class: 'link-hint' }, link ?? '')
  return el('div', { class: 'actions' }, link && openLink, code && copyButton(code), link && hint)
}

const drawFiles = (files) =>
  files.length > 0 &&
  el(
    'ul',
    { class: 'files', 'aria-label': texts.files },
    ...files.map(({ id, name, sizeBytes }) =>
      el(
        'li',
        {},
        el(
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
  const toLink = el(
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
  const facts = el(
    'dl',
    {},
    el('dt', {}, texts.from),
    el('dd', {}, message.from),
    el('dt', {}, texts.to),
    el('dd', {}, toLink),
    el('dt', {}, texts.received),
    el('dd', { class: 'num' }, fullTime(message.at)),
  )
  return el(
    'div',
    { class: 'letter' },
    el('h2', {}, message.subject || texts.noSubject),
    facts,
    drawActions(message),
    ...drawPaper(message),
    drawFiles(message.attachments),
  )
}
