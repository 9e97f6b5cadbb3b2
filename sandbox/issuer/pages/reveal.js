'use strict'
// Shows the number for thirty seconds, then removes it from the page. The parent page is told and may hide it
// earlier.
;(() => {
  const lifeSeconds = 30
  const byId = (id) => document.getElementById(id)
  const tell = (message) => {
    if (window.parent !== window) window.parent.postMessage(message, '*')
  }
  const height = () => Math.ceil(byId('page').getBoundingClientRect().height)

  // In a frame the page around it has the landmark and the heading; alone, this page needs its own.
  if (window.parent === window) {
    byId('page').setAttribute('role', 'main')
    byId('title').setAttribute('role', 'heading')
    byId('title').setAttribute('aria-level', '1')
  }

  if (document.body.dataset.state === 'expired') {
    tell({ event: 'expired', height: height() })
    return
  }

  const card = byId('card')
  const hide = () => {
    if (!card.isConnected) return
    clearTimeout(timer)
    card.remove()
    byId('hidden').hidden = false
    document.body.dataset.state = 'hidden'
    tell({ event: 'hidden', height: height() })
  }

  const say = (word) => {
    const said = byId('said')
    said.textContent = said.dataset[word]
  }
  const copyOldWay = (text) => {
    const field = document.createElement('textarea')
    field.value = text
    field.setAttribute('aria-hidden', 'true')
    card.append(field)
    field.select()
    const copied = document.execCommand('copy')
    field.remove()
    return copied
  }
  const copy = async () => {
    const text = byId('number').textContent.replace(/\s/g, '')
    // The old method works in a sandboxed frame without permission; the new one would report an error there.
    let copied = copyOldWay(text)
    if (!copied) {
      try {
        await navigator.clipboard.writeText(text)
        copied = true
      } catch {
        copied = false
      }
    }
    if (!copied) window.getSelection().selectAllChildren(byId('number'))
    say(copied ? 'copied' : 'failed')
    copyButton.focus()
  }
  const copyButton = byId('copy')
  if (copyButton) copyButton.addEventListener('click', () => void copy())

  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') hide()
  })
  window.addEventListener('pagehide', hide)
  window.addEventListener('message', (message) => {
    if (message.source === window.parent && message.data && message.data.event === 'hide') hide()
  })
  const timer = setTimeout(hide, lifeSeconds * 1000)
  tell({ event: 'revealed', seconds: lifeSeconds, height: height() })
})()
