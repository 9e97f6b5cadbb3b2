import { CallError } from './calls.js'

const supported = () =>
  typeof PublicKeyCredential === 'function' && 'parseCreationOptionsFromJSON' in PublicKeyCredential

/** Runs a ceremony and translates the browser's errors into codes that the screens know. */
const ceremony = async (work) => {
  if (!supported()) throw new CallError('noKeys')
  try {
    const credential = await work()
    return credential.toJSON()
  } catch (error) {
    if (error.name === 'InvalidStateError') throw new CallError('exists')
    if (error.name === 'NotAllowedError' || error.name === 'AbortError') throw new CallError('cancelled')
    if (error.name === 'NotSupportedError' || error.name === 'SecurityError') throw new CallError('noKeys')
    throw error
  }
}

export const createKey = (options) =>
  ceremony(() =>
    navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) }),
  )

export const useKey = (options) =>
  ceremony(() =>
    navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) }),
  )
