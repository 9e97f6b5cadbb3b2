import { h } from './dom.js'
import { button } from './shell.js'
import { dayText, t } from './texts.js'

/** Shows a question before the person leaves; says what is saved. */
export const leaveDialog = (app) => {
  const dialog = h(
    'dialog',
    { 'aria-labelledby': 'leave-title', 'aria-describedby': 'leave-text', class: 'dialog' },
    h('h2', { id: 'leave-title' }, t('leaveTitle')),
    h('p', { id: 'leave-text' }, t('leaveLead', { date: dayText(app.state.expiresAt) })),
    h(
      'div',
      { class: 'buttons' },
      button(t('leaveStay'), { onclick: () => dialog.close() }),
      button(t('leaveGo'), {
        kind: 'outline',
        onclick: () => {
          dialog.close()
          app.finish('VERIFF_CANCELED')
        },
      }),
    ),
  )
  dialog.addEventListener('close', () => dialog.remove())
  document.body.append(dialog)
  dialog.showModal()
}
