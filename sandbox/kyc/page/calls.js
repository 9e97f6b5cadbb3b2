/** Largest file that the service accepts; larger photos are made smaller here first. */
const maxBytes = 8 * 1024 * 1024
const longSidePx = 3000

const base = location.pathname.replace(/\/+$/, '')

/** A refused call with the service's code, or `network` when there was no answer. */
export class CallFailure extends Error {
  constructor(code) {
    super(`refused: ${code}`)
    this.code = code
  }
}

const call = async (method, path, options = {}) => {
  let answer
  try {
    answer = await fetch(`${base}${path}`, { method, ...options })
  } catch {
    throw new CallFailure('network')
  }
  const body = await answer.json().catch(() => ({}))
  if (!answer.ok) throw new CallFailure(body.code ?? String(answer.status))
  return body
}

const json = (body) => ({ headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

export const readState = () => call('GET', '/state')
export const sendConsent = () => call('POST', '/consent')
export const sendDocument = (document) => call('POST', '/document', json(document))
export const sendLang = (lang) => call('POST', '/lang', json({ lang }))
export const sendSubmit = () => call('POST', '/submit')
export const drawSample = (context, variant) => call('POST', `/samples/${context}`, json({ variant }))
export const readCountries = async () => (await fetch('/page/countries.json')).json()
export const imageUrl = (image) => `${base}/images/${image.context}?id=${image.id}`

/**
 * Makes a photo over 8 MiB a smaller JPEG; other photos, and those that this browser cannot decode, do not
 * change.
 */
const fitting = async (file) => {
  if (file.size <= maxBytes) return file
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
    const scale = Math.min(1, longSidePx / Math.max(bitmap.width, bitmap.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(bitmap.width * scale)
    canvas.height = Math.round(bitmap.height * scale)
    canvas.getContext('2d').drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    bitmap.close()
    return (await new Promise((done) => canvas.toBlob(done, 'image/jpeg', 0.9))) ?? file
  } catch {
    return file
  }
}

/** Uploads a picture; the service reads its bytes, so the declared type does not matter. */
export const sendImage = async (context, file) =>
  call('PUT', `/images/${context}`, {
    headers: { 'content-type': 'image/jpeg' },
    body: await fitting(file),
  })
