import { createCalls } from './calls.js'
import { h } from './dom.js'
import { otherLanguage, panel, put } from './frame.js'
import { hasOpener, tellClose, tellError, tellHeightOf, tellReady } from './parent.js'
import { choices } from './parts.js'
import { challengeWith, endDisc, enrolWith } from './screens.js'
import { speak, t } from './texts.js'

const query = new URLSearchParams(location.search)
const token = query.get('token') ?? ''
// The token is removed from the address, because the history or a copied link would contain it.
query.delete('token')
history.replaceState(null, '', `${location.pathname}${query.size > 0 ? `?${query}` : ''}`)
document.documentElement.classList.toggle('bare', hasOpener)

const root = document.getElementById('root')
let shown = 0
let again = () => undefined

const backTo = (address, result) => {
  const url = new URL(address)
  if (result) url.searchParams.set('token', result)
  location.assign(url)
}

const leave = () => {
  if (hasOpener) tellClose()
  else if (app.info.redirectUrl) backTo(app.info.redirectUrl)
}

const frame = () => ({
  product: app.info.product,
  onLanguage: () => {
    otherLanguage()
    again()
  },
  onClose: hasOpener || app.info.redirectUrl ? leave : null,
})

const several = () => (app.enrolling ? app.info.allowed : app.info.enrolled).length > 1

const app = {
  calls: createCalls(token, tellError),
  info: { product: root.dataset.product, enrolled: [], allowed: [] },
  enrolling: false,
  /** Redraws after a change of the language, where a new start would send or create something again. */
  redrawWith: (draw) => {
    again = draw
  },
  /** False as soon as another screen is shown; for work that continues in the background. */
  whileShown: () => {
    const mine = shown
    return () => mine !== shown
  },
  show: (view) => {
    shown += 1
    const other =
      several() && !view.end
        ? h('button', { class: 'link', type: 'button', onclick: () => choose() }, t('tryAnother'))
        : null
    put(panel(frame(), { ...view, foot: [view.foot, view.list ? null : other] }))
    root.querySelector('h1').focus()
  },
  over: (error) => {
    const old = error.status === 401
    again = () => app.over(error)
    app.show({
      end: true,
      disc: endDisc('bad', 'alert'),
      title: t(old ? 'overTitle' : 'brokenTitle'),
      lead: t(old ? 'overLead' : 'brokenLead'),
    })
  },
  done: (result) => {
    again = () => app.done(result)
    const back = app.info.redirectUrl
    app.show({
      end: true,
      disc: endDisc('good', 'check'),
      title: t('doneTitle'),
      lead: t(hasOpener || back ? 'leaving' : 'doneLead'),
    })
    if (hasOpener) tellClose(result, back)
    else if (back) backTo(back, result)
  },
}

const start = (method) => {
  again = () => start(method)
  const screen = (app.enrolling ? enrolWith : challengeWith)[method]
  void Promise.resolve(screen(app)).catch(app.over)
}

const choose = () => {
  again = choose
  const list = app.enrolling ? app.info.allowed.map((method) => ({ method })) : app.info.enrolled
  app.show({
    list: true,
    title: t(app.enrolling ? 'protectTitle' : 'chooseTitle'),
    lead: t(app.enrolling ? 'protectLead' : 'chooseLead'),
    body: h('div', { class: 'body' }, choices(list, start)),
  })
}

tellHeightOf(root)
speak(query.get('lang') ?? navigator.language)
try {
  app.info = await app.calls.state()
  if (app.info.locale) speak(app.info.locale)
  app.enrolling = app.info.enrolled.length === 0
  if (app.enrolling) choose()
  else start(app.info.enrolled[0].method)
} catch (error) {
  app.over(error)
}
tellReady()
