import { readCountries, sendDocument } from './calls.js'
import { h, icon } from './dom.js'
import { documentPicture } from './pictures.js'
import { allSamplesBox } from './sample-boxes.js'
import { button } from './shell.js'
import { countryName, currentLang, t } from './texts.js'

const types = ['PASSPORT', 'ID_CARD', 'DRIVERS_LICENSE', 'RESIDENCE_PERMIT']
let countries = null

const fillCountries = async (select, chosen) => {
  countries ??= await readCountries()
  const options = countries
    .map((code) => ({ code, name: countryName(code) }))
    .toSorted((one, other) => one.name.localeCompare(other.name, currentLang()))
    .map(({ code, name }) => h('option', { value: code, selected: code === chosen }, name))
  select.append(...options)
}

const errorLine = (id, key) =>
  h('p', { class: 'field-error', id, hidden: true }, icon('alert'), h('span', {}, t(key)))

const typeCard = (name, radio) =>
  h(
    'label',
    { class: 'choice document', for: name },
    radio,
    h(
      'span',
      { class: 'choice-text' },
      h('span', { class: 'row-title' }, t(name)),
      h('span', { class: 'row-hint' }, t(`${name}Hint`)),
    ),
    documentPicture(name),
  )

/** The form: its elements, and what is chosen when it is complete. */
const createForm = (values) => {
  const radios = types.map((name) =>
    h('input', { type: 'radio', name: 'type', value: name, id: name, checked: name === values.type }),
  )
  const select = h(
    'select',
    { id: 'country', 'aria-describedby': 'country-error' },
    h('option', { value: '' }, t('chooseCountry')),
  )
  const typeError = errorLine('type-error', 'typeError')
  const countryError = errorLine('country-error', 'countryError')
  const elements = [
    h(
      'fieldset',
      { 'aria-describedby': 'type-error' },
      h('legend', { class: 'sr-only' }, t('documentTitle')),
      h(
        'div',
        { class: 'choices' },
        types.map((name, at) => typeCard(name, radios[at])),
      ),
    ),
    typeError,
    h(
      'div',
      { class: 'field' },
      h('label', { for: 'country' }, t('country')),
      h('div', { class: 'select' }, select),
      countryError,
    ),
  ]
  const read = () => {
    const type = radios.find((radio) => radio.checked)?.value ?? null
    const country = select.value || null
    typeError.hidden = type !== null
    countryError.hidden = country !== null
    select.setAttribute('aria-invalid', String(country === null))
    if (!type) radios[0].focus()
    else if (!country) select.focus()
    return type && country ? { type, country } : null
  }
  return { elements, select, read }
}

/** The document's type and its country. */
export const documentScreen = (app) => {
  const form = createForm(app.state.document)
  const listed = app.attempt(() => fillCountries(form.select, app.state.document.country))
  const settle = async (then) => {
    // A person may press before the list has loaded.
    await listed
    const chosen = form.read()
    if (!chosen) return
    await app.attempt(async () => {
      app.apply(await sendDocument(chosen))
      await then()
    })
  }
  const onward = async () => app.go(app.nextScreen())
  return {
    stage: 0,
    title: t('documentTitle'),
    lead: t('documentLead'),
    body: [form.elements, allSamplesBox(app, settle)],
    actions: [button(t('continue'), { busy: () => settle(onward) })],
  }
}
