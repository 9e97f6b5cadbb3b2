import { confirmLink } from './calls.js'
import { h } from './dom.js'
import { otherLanguage, panel, put } from './frame.js'
import { attempt } from './parts.js'
import { endDisc } from './screens.js'
import { speak, t } from './texts.js'

const query = new URLSearchParams(location.search)
const [id, secret] = [query.get('id') ?? '', query.get('secret') ?? '']
const { product } = document.getElementById('root').dataset
/**
 * The tenant's own page already had a press. It says so in the fragment of the address, which no server
 * sees.
 */
const isConfirmed = location.hash === '#confirmed'
history.replaceState(null, '', location.pathname)
speak(query.get('lang') ?? navigator.language)

const show = (view) => {
  const onLanguage = () => {
    otherLanguage()
    show(view)
  }
  put(panel({ product, onLanguage }, view()))
}

const ended = (confirmed) => () => ({
  disc: endDisc(confirmed ? 'good' : 'bad', confirmed ? 'check' : 'alert'),
  title: t(confirmed ? 'confirmedTitle' : 'deadLinkTitle'),
  lead: t(confirmed ? 'confirmedLead' : 'deadLinkLead'),
})

const confirm = async () => {
  const { confirmed } = await confirmLink(id, secret)
  show(ended(confirmed))
}

const request = () =>
  show(() => ({
    iconName: 'EMAIL_MAGIC_LINK',
    title: t('confirmLinkTitle'),
    lead: t('confirmLinkLead'),
    body: id ? attempt(t('confirmLinkButton'), { work: confirm }) : h('div', {}),
  }))

// Opening the link alone confirms nothing, because mail scanners open links too.
if (isConfirmed && id) await confirm().catch(request)
else request()
