import { drawSample, imageUrl, sendImage } from './calls.js'
import { hasCamera, openCamera } from './camera.js'
import { h, icon } from './dom.js'
import { guidePicture } from './pictures.js'
import { sampleBox } from './sample-boxes.js'
import { button, note } from './shell.js'
import { t } from './texts.js'

/** A passport's front is its page with the photo. */
export const kindOf = (state, context) =>
  context === 'document-front' && state.document.type === 'PASSPORT' ? 'page' : context

/** "The back of your ID card". */
export const titleFor = (state, context) =>
  t(`title-${kindOf(state, context)}`, { document: t(`low${state.document.type ?? 'ID_CARD'}`) })

const findingText = (finding, image) => t(finding, { width: image?.width, height: image?.height })

const checkRow = (passed, text) =>
  h('li', { class: passed ? 'good' : 'bad' }, icon(passed ? 'check' : 'alert'), h('span', {}, text))

const checks = (image, kind) => {
  const has = (finding) => image.findings.includes(finding)
  const row = (finding, key) => checkRow(!has(finding), has(finding) ? findingText(finding, image) : t(key))
  const light = has('too_bright') ? 'too_bright' : 'too_dark'
  const rows = [row('too_small', 'checkSize'), row(light, 'checkLight'), row('blurred', 'checkSharp')]
  if (has('repeated')) rows.push(row('repeated', 'checkOther'))
  if (kind === 'page' || kind === 'document-back') {
    rows.push(
      h(
        'li',
        { class: image.zoneRead ? 'good' : 'plain' },
        icon(image.zoneRead ? 'check' : 'clock'),
        h('span', {}, t(image.zoneRead ? 'checkZone' : 'checkZoneNo')),
      ),
    )
  }
  return h('ul', { class: 'checks' }, rows)
}

const filePicker = (onFile) => {
  const input = h('input', {
    type: 'file',
    class: 'sr-only',
    id: 'file',
    accept: 'image/jpeg,image/png,image/webp',
    'aria-describedby': 'file-hint',
  })
  input.addEventListener('change', () => input.files[0] && onFile(input.files[0]))
  return input
}

const fileButton = (kind) =>
  h('label', { for: 'file', class: `button ${kind}` }, icon('upload'), h('span', {}, t('chooseFile')))

const acceptDrops = (frame, onFile) => {
  const over = (event, isOver) => {
    event.preventDefault()
    frame.classList.toggle('over', isOver)
  }
  frame.addEventListener('dragover', (event) => over(event, true))
  frame.addEventListener('dragleave', (event) => over(event, false))
  frame.addEventListener('drop', (event) => {
    over(event, false)
    const [file] = event.dataTransfer.files
    if (file) onFile(file)
  })
}

const cameraProblem = (error) =>
  error?.name === 'NotAllowedError' || error?.name === 'SecurityError'
    ? note('warn', t('cameraDenied'), t('cameraDeniedHint'), 'alert')
    : note('warn', t('cameraMissing'), t('cameraMissingHint'), 'alert')

const isRequested = ({ app, context }) => app.state.requested.some((each) => each.context === context)
const imageOf = ({ app, context }) => app.state.images.find((image) => image.context === context)

const dress = (desk, mode, ...children) => {
  desk.frame.className = `frame ${desk.kind === 'face' ? 'face' : 'sheet'} ${mode}`
  desk.frame.replaceChildren(...children)
}

const stopCamera = (desk) => {
  desk.camera?.stop()
  desk.camera = null
}

/** The service's result for the picture, with buttons to continue or to replace it. */
const showResult = (desk) => {
  const image = imageOf(desk)
  const good = image.findings.length === 0
  const onward = () => desk.app.go(desk.app.nextScreen())
  dress(
    desk,
    `result ${good ? 'good' : 'bad'}`,
    h('img', { src: imageUrl(image), alt: t(`name-${desk.kind}`) }),
  )
  const title = t(good ? 'photoGood' : 'photoBad')
  desk.below.replaceChildren(h('h2', { class: 'result-title' }, title), checks(image, desk.kind))
  const again = button(t('retake'), {
    kind: good ? 'outline' : 'primary',
    iconName: 'again',
    onclick: () => showChoice(desk, { focus: true }),
  })
  const go = button(t(good ? 'continue' : 'useAnyway'), {
    kind: good ? 'primary' : 'outline',
    onclick: onward,
  })
  desk.buttons.replaceChildren(...(good ? [go, again] : [again, go]))
  desk.app.say(title)
}

/** Shows the picture while the service checks it, then the result. */
const receive = async (desk, preview, work) => {
  stopCamera(desk)
  if (desk.preview) URL.revokeObjectURL(desk.preview)
  desk.preview = preview ? URL.createObjectURL(preview) : null
  const ring = h('span', { class: 'ring', 'aria-hidden': 'true' })
  const pill = h('p', { class: 'frame-pill' }, ring, t(preview ? 'checking' : 'sampleDrawing'))
  dress(desk, 'checking', preview ? h('img', { src: desk.preview, alt: '' }) : guidePicture(desk.kind), pill)
  desk.app.say(t('checking'))
  const state = await desk.app.attempt(work)
  if (!state) {
    showChoice(desk, { focus: false })
    return
  }
  desk.app.apply(state)
  showResult(desk)
  desk.buttons.querySelector('button').focus()
}
const receiveFile = (desk, file) => receive(desk, file, () => sendImage(desk.context, file))

const showCamera = async (desk) => {
  const video = h('video', { playsinline: true, muted: true, 'aria-label': t('cameraLive') })
  video.muted = true
  const hint = h('p', { class: 'frame-pill' }, t('hintStarting'))
  const shoot = async () => receiveFile(desk, await desk.camera.shoot())
  const shutter = button(t('shoot'), { iconName: 'camera', disabled: true, onclick: shoot })
  const close = () => {
    stopCamera(desk)
    showChoice(desk, { focus: true })
  }
  dress(desk, 'camera', video, h('div', { class: 'aim' }), hint)
  desk.below.replaceChildren()
  desk.buttons.replaceChildren(shutter, button(t('stopCamera'), { kind: 'outline', onclick: close }))
  const onHint = (key) => {
    if (hint.dataset.key === key) return
    hint.dataset.key = key
    hint.textContent = t(key)
    desk.frame.classList.toggle('ready', key === 'hintGood')
    desk.app.say(t(key))
  }
  try {
    desk.camera = await openCamera(video, { face: desk.context === 'face', onHint })
    shutter.disabled = false
    shutter.focus()
  } catch (error) {
    showChoice(desk, { focus: false })
    desk.below.prepend(cameraProblem(error))
  }
}

/**
 * Before the first picture: the document was chosen before the check, and the person may still choose another
 * one.
 */
const otherDocument = (app) => button(t('otherDocument'), { kind: 'link', onclick: () => app.go('document') })

/** The empty frame: camera, file, or a sample. */
const showChoice = (desk, { focus }) => {
  const { app, context } = desk
  const hint = h('p', { class: 'frame-hint', id: 'file-hint' }, t('fileHint'))
  dress(desk, 'empty', guidePicture(desk.kind), h('p', { class: 'frame-drop' }, t('dropHere')), hint)
  const picker = filePicker((file) => receiveFile(desk, file))
  const open = hasCamera()
    ? button(t('openCamera'), { iconName: 'camera', onclick: () => showCamera(desk) })
    : null
  const file = h('span', { class: 'file' }, picker, fileButton(open ? 'outline' : 'primary'))
  desk.buttons.replaceChildren(...[open, file].filter(Boolean))
  const retakes = app.state.requested.find((each) => each.context === context)
  const why = retakes && note('warn', findingText(retakes.findings[0] ?? 'missing', imageOf(desk)))
  const samples = sampleBox(app, context, (variant) =>
    receive(desk, null, () => drawSample(context, variant)),
  )
  const isFirst = app.state.images.length === 0 && app.state.requested.length === 0
  const other = isFirst && otherDocument(app)
  desk.below.replaceChildren(...[why, samples, other].filter(Boolean))
  if (focus) (open ?? picker).focus()
}

/** One picture: taken, chosen or drawn, then shown with the service's findings. */
export const captureScreen = (app, context) => {
  const desk = {
    app,
    context,
    kind: kindOf(app.state, context),
    frame: h('div', {}),
    below: h('div', { class: 'below' }),
    buttons: h('div', { class: 'buttons inner' }),
    camera: null,
    preview: null,
  }
  acceptDrops(desk.frame, (file) => receiveFile(desk, file))
  if (imageOf(desk) && !isRequested(desk)) showResult(desk)
  else showChoice(desk, { focus: false })
  return {
    stage: context === 'face' ? 2 : 1,
    kind: 'capture',
    title: titleFor(app.state, context),
    lead: t(`lead-${desk.kind}`),
    body: [desk.frame, desk.below],
    actions: [desk.buttons],
    back: () => app.go(app.screenBefore(context)),
    leave: () => {
      stopCamera(desk)
      if (desk.preview) URL.revokeObjectURL(desk.preview)
    },
  }
}
