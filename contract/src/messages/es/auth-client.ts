import type { messages as en } from '../en/auth-client.ts'
import type { Translation } from '../translation.ts'

export const messages: Translation<typeof en> = {
  somethingWentWrong: 'Algo salió mal',
  passkeyRequired: 'Se necesita una llave de acceso',
  passkeyNotEnabled: 'La llave de acceso no está activada',
  passkeyNotDeleted: 'No se pudo eliminar la llave de acceso',
  userIdRequired: 'Se necesita el id del usuario para eliminar la llave de acceso',
  webauthnNotSupported: 'Este navegador no admite WebAuthn',
  registrationNotCompleted: 'El registro no se completó',
  authenticationNotCompleted: 'La autenticación no se completó',
  autofillNotSupported: 'El navegador no admite el autocompletado de WebAuthn',
  windowNotInitialized: 'La ventana no está iniciada',
  popupNotInitialized: 'La ventana emergente no está iniciada',
  oneInstanceOnly: 'No se admiten varias ventanas de Authsignal a la vez.',
  tenantIdRequired: 'Falta tenantId',
  actionRequired: 'Falta action',
  tokenNotSet: "No se ha fijado un token. Llama antes a 'setToken'.",
}
