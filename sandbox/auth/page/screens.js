import { CallError } from './calls.js'
import { h, icon } from './dom.js'
import { createKey, useKey } from './keys.js'
import { attempt, codeField, field, form, sentenceOf } from './parts.js'
import { qrCode } from './qr-code.js'
import { t } from './texts.js'

const paths = {
  AUTHENTICATOR_APP: 'totp',
  EMAIL_OTP: 'email-otp',
  SMS: 'sms',
  EMAIL_MAGIC_LINK: 'email-magic-link',
}

/** The input for a code, and what follows a right code. */
const codeForm = (app, method) => {
  const code = codeField()
  const work = async () => {
    const verificationCode = code.value().replaceAll(' ', '')
    if (!/^\d{6}$/.test(verificationCode)) return code.fail(t('badCode'))
    const answer = await app.calls.post(`verify/${paths[method]}`, { verificationCode })
    if (answer.isVerified) return app.done(answer.accessToken)
    if (answer.failureReason === 'MAX_ATTEMPTS_EXCEEDED') return code.fail(t('locked'))
    return code.fail(t(method === 'AUTHENTICATOR_APP' ? 'wrongAppCode' : 'wrongCode'))
  }
  const onError = (error) => code.fail(sentenceOf(error))
  return { element: form(code.box, { label: t('confirm'), work, onError }), focus: () => code.input.focus() }
}

/** Sends the code again, once. */
const againLink = (send) => {
  const link = h('button', { class: 'link', type: 'button' }, t('sendAgain'))
  link.addEventListener('click', async () => {
    link.disabled = true
    await send().then(
      () => link.replaceChildren(t('sentAgain')),
      (error) => link.replaceChildren(sentenceOf(error)),
    )
    setTimeout(() => {
      link.disabled = false
      link.replaceChildren(t('sendAgain'))
    }, 15_000)
  })
  return link
}

const sentCode = (app, method, sent) => {
  app.redrawWith(() => sentCode(app, method, sent))
  const { to, send } = sent
  const { element, focus } = codeForm(app, method)
  app.show({
    iconName: method,
    title: t(method === 'SMS' ? 'smsTitle' : 'emailTitle'),
    lead: t('sentTo', { to }),
    body: element,
    foot: againLink(send),
  })
  focus()
}

const waitForLink = (app, sent) => {
  app.redrawWith(() => waitForLink(app, sent))
  const { to, send } = sent
  app.show({
    iconName: 'EMAIL_MAGIC_LINK',
    title: t('linkTitle'),
    lead: t('linkLead', { to }),
    body: h(
      'div',
      { class: 'body' },
      h(
        'p',
        { class: 'waiting', role: 'status' },
        h('span', { class: 'ring' }),
        h('span', {}, t('linkWaiting')),
      ),
    ),
    foot: againLink(send),
  })
  const poll = async () => {
    const answer = await app.calls.post('verify/email-magic-link/finalize').catch((error) => {
      if (error.status === 0) return {}
      app.over(error)
      return null
    })
    if (!answer || stop()) return
    if (answer.isVerified) app.done(answer.accessToken)
    else setTimeout(() => void poll(), 1000)
  }
  const stop = app.whileShown()
  void poll()
}

/** Requests at enrolment the address for codes or links. */
const addressForm = (app, method, next) => {
  const sms = method === 'SMS'
  const kind = sms ? 'sms' : method === 'EMAIL_OTP' ? 'email' : 'link'
  const box = sms
    ? field('phone', t('phone'), { type: 'tel', autocomplete: 'tel', required: true })
    : field('email', t('email'), {
        type: 'email',
        autocomplete: 'email',
        required: true,
        value: app.info.email,
      })
  const work = async () => {
    const to = sms ? box.value().replaceAll(/[\s()-]/g, '') : box.value()
    const fits = sms ? /^\+[1-9]\d{6,14}$/ : /^[^\s@]+@[^\s@]+\.[^\s@]+$/
    if (!fits.test(to)) return box.fail(t(sms ? 'badPhone' : 'badEmail'))
    const send = () =>
      app.calls.post(`user-authenticators/${paths[method]}`, sms ? { phoneNumber: to } : { email: to })
    await send()
    next({ to, send })
  }
  app.show({
    iconName: method,
    title: t(`${kind}NewTitle`),
    lead: t(`${kind}NewLead`),
    body: form(box.box, {
      label: t(kind === 'link' ? 'sendLink' : 'sendCode'),
      work,
      onError: (error) => box.fail(sentenceOf(error)),
    }),
  })
  box.input.focus()
}

/** Every key of this person may belong to another host. */
const withKeysHere = (work) => async () => {
  await work().catch((error) => {
    throw error.code === 'invalid_request' ? new CallError('noKeys') : error
  })
}

const keyScreen = (app, name, work) =>
  app.show({
    iconName: name.startsWith('passkey') ? 'PASSKEY' : 'SECURITY_KEY',
    title: t(`${name}Title`),
    lead: t(`${name}Lead`),
    body: attempt(t(`${name}Button`), { work: withKeysHere(work) }),
  })

const post = (app, path, body) => app.calls.post(path, body)

/** One screen for each way to confirm. */
export const challengeWith = {
  PASSKEY: (app) =>
    keyScreen(app, 'passkey', async () => {
      const options = await post(app, 'user-authenticators/passkey/authentication-options')
      const authenticationCredential = await useKey(options.options)
      const { challengeId } = options
      app.done((await post(app, 'verify/passkey', { challengeId, authenticationCredential })).accessToken)
    }),
  SECURITY_KEY: (app) =>
    keyScreen(app, 'key', async () => {
      const options = await post(app, 'user-authenticators/security-key/authentication-options')
      app.done((await post(app, 'verify/security-key', await useKey(options))).accessToken)
    }),
  AUTHENTICATOR_APP: (app) => {
    const { element, focus } = codeForm(app, 'AUTHENTICATOR_APP')
    const lead = t('appLead', { product: app.info.product })
    app.show({ iconName: 'AUTHENTICATOR_APP', title: t('appTitle'), lead, body: element })
    focus()
  },
  EMAIL_OTP: (app) => sendFirst(app, 'EMAIL_OTP', sentCode),
  SMS: (app) => sendFirst(app, 'SMS', sentCode),
  EMAIL_MAGIC_LINK: (app) =>
    sendFirst(app, 'EMAIL_MAGIC_LINK', (_app, _method, sent) => waitForLink(app, sent)),
}

const sendFirst = async (app, method, next) => {
  const to = app.info.enrolled.find((each) => each.method === method)?.hint
  const send = () => post(app, `challenge/${paths[method]}`)
  const again = async () => {
    await send()
    next(app, method, { to, send })
  }
  await again().catch((error) =>
    app.show({
      iconName: method,
      title: t(method),
      lead: sentenceOf(error),
      body: attempt(t(method === 'EMAIL_MAGIC_LINK' ? 'sendLink' : 'sendCode'), { work: again }),
    }),
  )
}

const connectApp = (app, enrolment) => {
  app.redrawWith(() => connectApp(app, enrolment))
  const { uri, secret } = enrolment
  const { element } = codeForm(app, 'AUTHENTICATOR_APP')
  const key = h('code', { class: 'secret' }, secret.match(/.{1,4}/g).join(' '))
  element.prepend(
    qrCode(uri),
    h('div', { class: 'field' }, h('span', { class: 'hint' }, t('appSecret')), key),
  )
  app.show({ title: t('appNewTitle'), lead: t('appNewLead'), body: element })
}

/** One screen for each way to enrol. */
export const enrolWith = {
  PASSKEY: (app) =>
    keyScreen(app, 'passkeyNew', async () => {
      const options = await post(app, 'user-authenticators/passkey/registration-options')
      const registrationCredential = await createKey(options.options)
      const { challengeId } = options
      const answer = await post(app, 'user-authenticators/passkey', { challengeId, registrationCredential })
      app.done(answer.accessToken)
    }),
  SECURITY_KEY: (app) =>
    keyScreen(app, 'keyNew', async () => {
      const options = await post(app, 'user-authenticators/security-key/registration-options')
      app.done((await post(app, 'user-authenticators/security-key', await createKey(options))).accessToken)
    }),
  AUTHENTICATOR_APP: async (app) => connectApp(app, await post(app, 'user-authenticators/totp')),
  EMAIL_OTP: (app) => addressForm(app, 'EMAIL_OTP', (sent) => sentCode(app, 'EMAIL_OTP', sent)),
  SMS: (app) => addressForm(app, 'SMS', (sent) => sentCode(app, 'SMS', sent)),
  EMAIL_MAGIC_LINK: (app) => addressForm(app, 'EMAIL_MAGIC_LINK', (sent) => waitForLink(app, sent)),
}

/** The large icon on a final screen. */
export const endDisc = (tone, name) => h('span', { class: `disc large ${tone}` }, icon(name))
