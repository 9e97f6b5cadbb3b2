import { h, icon } from './dom.js'
import { currentLang, speak, t } from './texts.js'

/** The panel around every screen: mark, name, language, and the closing button where there is one. */
export const panel = ({ product, onLanguage, onClose }, view) =>
  h(
    'main',
    { class: 'panel', id: 'widget_container' },
    h(
      'div',
      { class: 'top' },
      h('span', { class: 'mark' }, icon('shield')),
      h('p', { class: 'product' }, product),
      onLanguage &&
        h(
          'button',
          { class: 'link', type: 'button', lang: currentLang() === 'es' ? 'en' : 'es', onclick: onLanguage },
          t('otherLanguage'),
        ),
      onClose &&
        h(
          'button',
          { class: 'icon-button', type: 'button', 'aria-label': t('close'), onclick: onClose },
          icon('close'),
        ),
    ),
    view.disc ?? (view.iconName && h('span', { class: 'disc large' }, icon(view.iconName))),
    h('h1', { tabindex: '-1' }, view.title),
    view.lead && h('p', { class: 'lead' }, view.lead),
    view.body,
    view.foot && h('div', { class: 'foot' }, view.foot),
  )

/** Puts a panel on the page and sets the page's title for screen readers. */
export const put = (element) => {
  const root = document.getElementById('root')
  root.replaceChildren(element)
  document.title = element.querySelector('h1').textContent
}

export const otherLanguage = () => speak(currentLang() === 'es' ? 'en' : 'es')
