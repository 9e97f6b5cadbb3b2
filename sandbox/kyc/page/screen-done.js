import { readState } from './calls.js'
import { h, icon } from './dom.js'
import { isFramed } from './parent.js'
import { button } from './shell.js'
import { t } from './texts.js'

const known = new Set([102, 104, 110, 533, 539])

const results = {
  submitted: { tone: 'wait', icon: null, title: 'doneChecking', lead: 'doneCheckingLead' },
  approved: { tone: 'good', icon: 'check', title: 'doneApproved', lead: 'doneApprovedLead' },
  declined: { tone: 'bad', icon: 'close', title: 'doneDeclined', lead: null },
  review: { tone: 'info', icon: 'person', title: 'doneReview', lead: 'doneReviewLead' },
  expired: { tone: 'plain', icon: 'clock', title: 'doneOver', lead: 'doneOverLead' },
  abandoned: { tone: 'plain', icon: 'clock', title: 'doneOver', lead: 'doneOverLead' },
}

const pollEveryMs = 1000

/** The result, or that the decision is pending: then the page polls each second. */
export const doneScreen = (app) => {
  const { status, reasonCode, callback } = app.state
  const result = results[status] ?? results.submitted
  let timer = null
  const check = async () => {
    const state = await readState().catch(() => null)
    if (state && state.status !== app.state.status) {
      app.apply(state)
      app.go(app.nextScreen())
      return
    }
    timer = setTimeout(() => void check(), pollEveryMs)
  }
  if (status === 'submitted') timer = setTimeout(() => void check(), pollEveryMs / 2)
  const canReturn = isFramed || callback !== null
  const label = status === 'approved' || status === 'submitted' ? t('return') : t('returnDeclined')
  const reason = known.has(reasonCode) ? t(`reason${reasonCode}`) : t('reasonOther')
  return {
    stage: status === 'submitted' ? 3 : 4,
    kind: 'done',
    pill: h(
      'div',
      { class: `verdict-mark ${result.tone}` },
      result.icon ? icon(result.icon) : h('span', { class: 'ring', 'aria-hidden': 'true' }),
    ),
    title: t(result.title),
    lead: result.lead ? t(result.lead) : reason,
    body: canReturn ? [] : [h('p', { class: 'row-hint' }, t('mayClose'))],
    actions: canReturn
      ? [
          button(label, {
            kind: status === 'submitted' ? 'outline' : 'primary',
            onclick: () => app.finish('VERIFF_FINISHED'),
          }),
        ]
      : [],
    leave: () => clearTimeout(timer),
  }
}

/** An address that belongs to no session. */
export const unknownScreen = () => ({
  stage: -1,
  kind: 'done',
  pill: h('div', { class: 'verdict-mark plain' }, icon('alert')),
  title: t('unknownTitle'),
  lead: t('unknownLead'),
  body: [],
  actions: [],
})
