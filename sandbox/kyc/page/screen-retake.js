import { h } from './dom.js'
import { kindOf, titleFor } from './screen-capture.js'
import { thumbnails } from './screen-review.js'
import { button, note, status } from './shell.js'
import { t } from './texts.js'

/** The headline is the fact: which photo, and what is wrong with it. */
const titleOf = ({ state }) => {
  const { requested: retakes } = state
  if (retakes.some(({ findings }) => findings.includes('expired'))) return t('againTitleExpired')
  if (retakes.length !== 1) return t('againTitleMany', { count: retakes.length })
  const [{ context, findings }] = retakes
  return `${titleFor(state, context)} ${t(`is-${findings[0] ?? 'missing'}`)}`
}

const reasonsOf = ({ state }) =>
  state.requested.map(({ context, findings }) => {
    const image = state.images.find((each) => each.context === context)
    return h(
      'li',
      {},
      h('strong', {}, `${t(`name-${kindOf(state, context)}`)}: `),
      t(findings[0] ?? 'missing', { width: image?.width, height: image?.height }),
    )
  })

/** After a request for new pictures: which one is bad, why, and one button to replace it. */
export const retakeScreen = (app) => {
  const { requested: retakes } = app.state
  const expired = retakes.some(({ findings }) => findings.includes('expired'))
  const context = retakes[0]?.context ?? 'document-front'
  const describe = (each) => {
    const isRequested = retakes.some((one) => one.context === each)
    return {
      tone: isRequested ? 'bad' : 'good',
      word: t(isRequested ? 'requestedAgain' : 'accepted'),
      action: null,
    }
  }
  const otherDocument = (kind) => button(t('otherDocument'), { kind, onclick: () => app.go('document') })
  const again = () =>
    button(t(`again-${kindOf(app.state, context)}`), { iconName: 'camera', onclick: () => app.go(context) })
  return {
    stage: context === 'face' ? 2 : 1,
    pill: h('p', { class: 'pill warn' }, status('warn', t('requestedAgain'))),
    title: titleOf(app),
    lead: t(expired ? 'againLeadExpired' : 'againLead'),
    body: [
      h('div', { class: 'panel' }, thumbnails(app, describe)),
      retakes.length > 1 && !expired ? h('ul', { class: 'reasons' }, reasonsOf(app)) : [],
      note('tip', t(context === 'face' ? 'tipSelfie' : 'tip')),
    ],
    actions: expired ? [otherDocument('primary')] : [again(), otherDocument('outline')],
  }
}
