/**
 * Limits for the live hint. They only advise; the service measures the photo itself, with the same
 * sharpness.
 */
const limits = { dark: 50, bright: 225, moving: 9, sharp: 150 }
const checkEveryMs = 250

const greyOf = (pixels) => {
  const grey = new Float32Array(pixels.length / 4)
  for (let at = 0; at < grey.length; at += 1) {
    grey[at] = 0.3 * pixels[at * 4] + 0.59 * pixels[at * 4 + 1] + 0.11 * pixels[at * 4 + 2]
  }
  return grey
}

const meanOf = (values) => values.reduce((sum, value) => sum + value, 0) / values.length

const sharpnessOf = (grey, width) => {
  let sum = 0
  let squares = 0
  for (let at = width + 1; at < grey.length - width - 1; at += 1) {
    const edge = 4 * grey[at] - grey[at - 1] - grey[at + 1] - grey[at - width] - grey[at + width]
    sum += edge
    squares += edge * edge
  }
  return squares / grey.length - (sum / grey.length) ** 2
}

/** The hint for a live picture: hintDark, hintBright, hintMoving, hintBlurred or hintGood. */
const hintFor = (grey, width, before) => {
  const light = meanOf(grey)
  if (light < limits.dark) return 'hintDark'
  if (light > limits.bright) return 'hintBright'
  if (!before || meanOf(grey.map((value, at) => Math.abs(value - before[at]))) > limits.moving)
    return 'hintMoving'
  return sharpnessOf(grey, width) < limits.sharp ? 'hintBlurred' : 'hintGood'
}

export const hasCamera = () => 'mediaDevices' in navigator

/** Opens the camera into a video element and watches its picture. Throws what `getUserMedia` throws. */
export const openCamera = async (video, { face, onHint }) => {
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: false,
    video: {
      facingMode: face ? 'user' : { ideal: 'environment' },
      width: { ideal: 1920 },
      height: { ideal: 1440 },
    },
  })
  video.srcObject = stream
  await video.play()
  const small = document.createElement('canvas')
  const context = small.getContext('2d', { willReadFrequently: true })
  let before = null
  const check = () => {
    if (video.videoWidth === 0) return
    // Reads the middle, at the scale of the service's measurement: the long side of the whole would be 1000
    // px.
    const { videoWidth: width, videoHeight: height } = video
    const scale = Math.min(1, 1000 / Math.max(width, height))
    small.width = Math.round((width * scale) / 2)
    small.height = Math.round((height * scale) / 2)
    context.drawImage(video, width / 4, height / 4, width / 2, height / 2, 0, 0, small.width, small.height)
    const grey = greyOf(context.getImageData(0, 0, small.width, small.height).data)
    onHint(hintFor(grey, small.width, before?.length === grey.length ? before : null))
    before = grey
  }
  const timer = setInterval(check, checkEveryMs)
  return {
    /** The picture as it is now, full size. */
    shoot: () => {
      const canvas = document.createElement('canvas')
      canvas.width = video.videoWidth
      canvas.height = video.videoHeight
      canvas.getContext('2d').drawImage(video, 0, 0)
      return new Promise((done) => canvas.toBlob(done, 'image/jpeg', 0.92))
    },
    stop: () => {
      clearInterval(timer)
      for (const track of stream.getTracks()) track.stop()
      video.srcObject = null
    },
  }
}
