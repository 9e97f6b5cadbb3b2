import { drawSample } from './calls.js'
import { h } from './dom.js'
import { button } from './shell.js'
import { t } from './texts.js'

/** Draws every picture that the document needs. */
const drawAll = async (app) => {
  app.say(t('sampleDrawing'))
  for (const context of app.state.needed) app.apply(await drawSample(context, 'good'))
  app.go('review')
}

const allSamplesButton = (app, settle) =>
  button(t('sampleAll'), { kind: 'soft', busy: () => settle(() => drawAll(app)) })

/** Draws all pictures at once. `settle` runs the work when the form before it is complete. */
export const allSamplesBox = (app, settle) =>
  h(
    'section',
    { class: 'sandbox', 'aria-label': t('sandbox') },
    h('p', {}, h('span', { class: 'tag' }, t('sandbox')), ` ${t('sampleAllHint')}`),
    allSamplesButton(app, settle),
  )

/** Draws one picture: a good one, or one with a fault. Before the first picture it can draw all at once. */
export const sampleBox = (app, context, onSample) => {
  const isFirst = app.state.images.length === 0 && app.state.requested.length === 0
  const bad =
    context === 'face' ? ['blurred', 'small', 'dark'] : ['blurred', 'small', 'dark', 'expired', 'tampered']
  return h(
    'section',
    { class: 'sandbox', 'aria-label': t('sandbox') },
    h(
      'p',
      {},
      h('span', { class: 'tag' }, t('sandbox')),
      ` ${t(isFirst ? 'sampleAllHint' : 'sampleOneHint')}`,
    ),
    h(
      'div',
      { class: 'sample-row' },
      isFirst && allSamplesButton(app, (work) => app.attempt(work)),
      button(t('sampleOne'), { kind: 'soft', busy: () => onSample('good') }),
      h(
        'details',
        {},
        h('summary', {}, t('sampleBad')),
        h(
          'div',
          { class: 'chips' },
          bad.map((variant) =>
            button(t(`variant-${variant}`), { kind: 'chip', busy: () => onSample(variant) }),
          ),
        ),
      ),
    ),
  )
}
