import { button, h, icon } from './dom.js'
import { t } from './texts.js'

const texts = {
  offline: 'offline',
  cancelled: 'cancelled',
  exists: 'exists',
  noKeys: 'noKeys',
  invalid_credential: 'unknownKey',
  too_many_requests: 'tooMany',
}

/** The text for an error of a call or of a ceremony. */
export const sentenceOf = (error) => t(texts[error.code] ?? 'failed')

const problem = (sentence, id) =>
  h('p', { class: 'problem', id, role: 'alert' }, icon('alert'), h('span', {}, sentence))

/** A labelled input. `fail` marks it and shows the reason; typing removes the mark. */
export const field = (name, label, attributes) => {
  const input = h('input', { id: name, name, ...attributes })
  const box = h('div', { class: 'field' }, h('label', { for: name }, label), input)
  const clear = () => {
    box.querySelector('.problem')?.remove()
    input.removeAttribute('aria-invalid')
    input.removeAttribute('aria-describedby')
  }
  input.addEventListener('input', clear)
  return {
    box,
    input,
    value: () => input.value.trim(),
    fail: (sentence) => {
      clear()
      input.setAttribute('aria-invalid', 'true')
      input.setAttribute('aria-describedby', `${name}-problem`)
      box.append(problem(sentence, `${name}-problem`))
      input.focus()
    },
  }
}

export const codeField = () =>
  field('code', t('code'), {
    class: 'code',
    inputmode: 'numeric',
    autocomplete: 'one-time-code',
    maxlength: 7,
    required: true,
  })

/** A form with one button, which Enter presses too. `work` may throw: `onError` shows the error. */
export const form = (content, submit) => {
  const send = button(submit.label, { type: 'submit', work: () => submit.work().catch(submit.onError) })
  const element = h('form', { class: 'body', novalidate: true }, content, send)
  element.addEventListener('submit', (event) => {
    event.preventDefault()
    send.click()
  })
  return element
}

/** A button with its error below it. */
export const attempt = (label, { iconName, work }) => {
  const container = h('div', {})
  const press = button(label, {
    iconName,
    work: async () => {
      container.replaceChildren()
      await work().catch((error) => container.replaceChildren(problem(sentenceOf(error))))
    },
  })
  return h('div', { class: 'body' }, container, press)
}

export const choices = (list, onChoose) =>
  h(
    'ul',
    { class: 'choices' },
    list.map(({ method, hint }) =>
      h(
        'li',
        {},
        h(
          'button',
          { class: 'choice', type: 'button', 'data-method': method, onclick: () => onChoose(method) },
          h('span', { class: 'disc' }, icon(method)),
          h(
            'span',
            { class: 'choice-text' },
            h('span', { class: 'choice-name' }, t(method)),
            h('span', { class: 'hint' }, hint ?? t(`${method}Hint`)),
          ),
          icon('next'),
        ),
      ),
    ),
  )
