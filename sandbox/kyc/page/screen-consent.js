import { sendConsent } from './calls.js'
import { h, icon } from './dom.js'
import { button } from './shell.js'
import { dayText, t } from './texts.js'

const need = (name, title, hint) =>
  h(
    'li',
    {},
    h('span', { class: 'round' }, icon(name)),
    h('div', {}, h('p', { class: 'row-title' }, t(title)), h('p', { class: 'row-hint' }, t(hint))),
  )

/** First screen: what is needed, and the consent without which nothing starts. */
export const consentScreen = (app) => {
  const box = h('input', { type: 'checkbox', id: 'consent', 'aria-describedby': 'consent-error' })
  const error = h(
    'p',
    { class: 'field-error', id: 'consent-error', hidden: true },
    icon('alert'),
    h('span', {}, t('consentError')),
  )
  const mark = (wrong) => {
    error.hidden = !wrong
    box.setAttribute('aria-invalid', String(wrong))
  }
  box.addEventListener('change', () => mark(false))
  const agree = async () => {
    if (!box.checked) {
      mark(true)
      box.focus()
      return
    }
    const state = await app.attempt(sendConsent)
    if (!state) return
    app.apply(state)
    app.go(app.nextScreen())
  }
  return {
    stage: -1,
    title: t('consentTitle'),
    lead: t('consentLead'),
    body: [
      h('h2', {}, t('consentNeed')),
      h(
        'ul',
        { class: 'panel needs' },
        need('card', 'needDocument', 'needDocumentHint'),
        need('sun', 'needLight', 'needLightHint'),
        need('face', 'needSelfie', 'needSelfieHint'),
      ),
      h('label', { class: 'choice consent', for: 'consent' }, box, h('span', {}, t('consentLabel'))),
      error,
      h(
        'p',
        { class: 'encrypted' },
        icon('shield'),
        h('span', {}, `${t('encrypted')} ${t('encryptedMore')}`),
      ),
    ],
    actions: [button(t('consentButton'), { busy: agree })],
    note: t('consentNote', { date: dayText(app.state.expiresAt) }),
  }
}
