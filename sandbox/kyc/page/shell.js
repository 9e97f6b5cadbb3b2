import { h, icon } from './dom.js'
import { t } from './texts.js'

const stages = ['stepDocument', 'stepPhotos', 'stepSelfie', 'stepReview']

const mark = () => h('span', { class: 'mark' }, icon('shield'))

const topBar = (app, view) =>
  h(
    'header',
    { class: 'top' },
    view.back
      ? h(
          'button',
          { class: 'icon-button', type: 'button', 'aria-label': t('back'), onclick: view.back },
          icon('back'),
        )
      : mark(),
    h('p', { class: 'app-name' }, t('appName')),
    h(
      'button',
      {
        class: 'text-button',
        type: 'button',
        lang: t('otherLanguage') === 'English' ? 'en' : 'es',
        onclick: app.otherLanguage,
      },
      t('otherLanguage'),
    ),
    app.canLeave &&
      h(
        'button',
        { class: 'icon-button', type: 'button', 'aria-label': t('close'), onclick: app.confirmLeave },
        icon('close'),
      ),
  )

const progress = (at) =>
  h(
    'ol',
    {
      class: 'progress',
      'aria-label': t('progress', { at: at + 1, of: stages.length, name: t(stages[at]) }),
    },
    stages.map((key, index) =>
      h(
        'li',
        {
          class: index < at ? 'past' : index === at ? 'now' : null,
          'aria-current': index === at ? 'step' : null,
        },
        t(key),
      ),
    ),
  )

const side = (at) =>
  h(
    'aside',
    { class: 'side', 'aria-label': t('appName') },
    h('p', { class: 'side-name' }, mark(), t('appName')),
    h(
      'ol',
      { class: 'stepper' },
      ['stepConsent', ...stages].map((key, index) =>
        h(
          'li',
          {
            class: index < at + 1 ? 'past' : index === at + 1 ? 'now' : null,
            'aria-current': index === at + 1 ? 'step' : null,
          },
          h('span', { class: 'disc' }, index < at + 1 && icon('check')),
          t(key),
        ),
      ),
    ),
    h('p', { class: 'encrypted' }, icon('shield'), h('span', {}, `${t('encrypted')} ${t('encryptedMore')}`)),
  )

/** A button; during `busy` work it has the same width and shows a loading indicator. */
export const button = (label, { kind = 'primary', iconName, busy, ...attributes } = {}) => {
  const element = h(
    'button',
    { type: 'button', class: `button ${kind}`, ...attributes },
    iconName && icon(iconName),
    h('span', {}, label),
  )
  if (busy) {
    element.addEventListener('click', async () => {
      if (element.getAttribute('aria-busy') === 'true') return
      element.setAttribute('aria-busy', 'true')
      element.append(h('span', { class: 'ring', 'aria-hidden': 'true' }))
      await busy().finally(() => {
        element.removeAttribute('aria-busy')
        element.querySelector('.ring')?.remove()
      })
    })
  }
  return element
}

/** A notice: icon, bold fact, then the next step. */
export const note = (tone, fact, more, role = null) =>
  h(
    'div',
    { class: `note ${tone}`, role },
    icon(tone === 'tip' ? 'bulb' : tone === 'good' ? 'check' : 'alert'),
    h('p', {}, h('strong', {}, fact), more && ` ${more}`),
  )

/** A dot with a label. */
export const status = (tone, word) =>
  h('span', { class: `status ${tone}` }, h('span', { class: 'dot' }), word)

/** The page around a screen's view: `{stage, title, lead, body, actions, note, back, wide}`. */
export const shell = (app, view) =>
  h(
    'div',
    { class: view.kind === 'done' ? 'page alone' : 'page' },
    topBar(app, view),
    side(view.stage),
    view.stage >= 0 &&
      view.stage < stages.length &&
      h('nav', { class: 'steps', 'aria-label': t('appName') }, progress(view.stage)),
    h(
      'main',
      { id: 'main', class: view.kind ?? null },
      view.pill,
      h('h1', { tabindex: '-1' }, view.title),
      view.lead && h('p', { class: 'lead' }, view.lead),
      h('div', { class: 'body' }, view.body),
      h('div', { class: 'problem' }),
    ),
    view.actions?.length > 0 &&
      h(
        'footer',
        { class: 'actions' },
        h('div', { class: 'buttons' }, view.actions),
        view.note && h('p', { class: 'action-note' }, view.note),
      ),
  )
