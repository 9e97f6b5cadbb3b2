import { imageUrl, sendSubmit } from './calls.js'
import { h } from './dom.js'
import { kindOf } from './screen-capture.js'
import { button, status } from './shell.js'
import { countryName, t } from './texts.js'

/** Three small pictures in a row, each with its name, its state and what can be done. */
export const thumbnails = (app, describe) =>
  h(
    'ul',
    { class: 'thumbs' },
    app.state.needed.map((context) => {
      const image = app.state.images.find((each) => each.context === context)
      const name = t(`name-${kindOf(app.state, context)}`)
      const { tone, word, action } = describe(context, image, name)
      return h(
        'li',
        { class: tone },
        h('div', { class: `thumb ${context}` }, image && h('img', { src: imageUrl(image), alt: name })),
        h('p', { class: 'thumb-name' }, name),
        status(tone, word),
        action,
      )
    }),
  )

const row = (key, value) => h('div', {}, h('dt', {}, key), h('dd', {}, value))

/** Shows all images once more before the submission. */
export const reviewScreen = (app) => {
  const { document, person, needed, images } = app.state
  const change = (context, name) =>
    button(t('change'), {
      kind: 'link',
      'aria-label': t('changePhoto', { name }),
      onclick: () => app.go(context),
    })
  const describe = (context, image, name) => ({
    tone: image && image.findings.length === 0 ? 'good' : 'bad',
    word: t(!image ? 'missing' : image.findings.length === 0 ? 'good' : 'bad'),
    action: change(context, name),
  })
  const name = [person.firstName, person.lastName].filter(Boolean).join(' ')
  const complete = needed.every((context) => images.some((image) => image.context === context))
  const send = async () => {
    const state = await app.attempt(sendSubmit)
    if (!state) return
    app.apply(state)
    app.go('done')
  }
  return {
    stage: 3,
    title: t('reviewTitle'),
    lead: t('reviewLead'),
    body: [
      h('div', { class: 'panel' }, thumbnails(app, describe)),
      h(
        'dl',
        { class: 'panel facts' },
        row(
          t('reviewDocument'),
          `${t(document.type ?? 'ID_CARD')}${document.country ? `, ${countryName(document.country)}` : ''}`,
        ),
        name && row(t('reviewName'), name),
      ),
      h(
        'p',
        { class: 'after-panel' },
        button(t('otherDocument'), { kind: 'link', onclick: () => app.go('document') }),
      ),
    ],
    actions: [
      complete
        ? button(t('send'), { busy: send })
        : button(t('continue'), { onclick: () => app.go(app.nextScreen()) }),
    ],
    note: t('sendNote'),
    back: () => app.go(needed.at(-1)),
  }
}
