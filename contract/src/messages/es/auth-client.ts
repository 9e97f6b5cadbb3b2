import type { messages as en } from '../en/auth-client.ts'
import type { Translation } from '../translation.ts'

export const messages: Translation<typeof en> = {
  somethingWentWrong: 'Algo salió mal',
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
  ceremony: {
    ERROR_CEREMONY_ABORTED:
      'Se interrumpió antes de terminar, porque empezó otra o la dejaste. Inténtalo otra vez.',
    ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT:
      'Este dispositivo o llave no puede guardar llaves de acceso. Usa otro, o una app de autenticación.',
    ERROR_AUTO_REGISTER_USER_VERIFICATION_FAILURE:
      'El dispositivo no pudo comprobar que eres tú. Desbloquéalo con PIN, rostro o huella e inténtalo otra vez.',
    ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT:
      'Este dispositivo o llave no puede comprobar que eres tú. Ponle un bloqueo o un PIN, o usa otro.',
    ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED:
      'En este dispositivo ya hay una llave de acceso tuya. Usa esa.',
    ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY:
      'Se canceló o tardó demasiado. Inténtalo otra vez y confirma cuando el navegador lo pida.',
    ERROR_MALFORMED_PUBKEYCREDPARAMS:
      'La petición no estaba bien hecha. Recarga la página e inténtalo otra vez.',
    ERROR_AUTHENTICATOR_NO_SUPPORTED_PUBKEYCREDPARAMS_ALG:
      'Este dispositivo o llave no conoce ningún tipo de llave de acceso que aceptemos. Usa otro.',
    ERROR_INVALID_DOMAIN:
      'Las llaves de acceso no funcionan en esta dirección. Abre el sitio por su nombre, no por un número.',
    ERROR_INVALID_RP_ID:
      'Las llaves de acceso de este sitio no funcionan en esta dirección. Abre el sitio por su nombre.',
    ERROR_INVALID_USER_ID_LENGTH: 'Tu cuenta aún no puede tener una llave de acceso. Escríbenos.',
    ERROR_AUTHENTICATOR_GENERAL_ERROR: 'El dispositivo no pudo hacerlo. Reinícialo o usa otro.',
    TOKEN_NOT_SET: 'Empieza otra vez: no se dijo qué confirmas.',
    expired_token: 'Pasaron los diez minutos. Empieza otra vez.',
    network_error: 'Error de red. Inténtalo más tarde.',
    too_many_requests: 'Demasiados intentos. Espera unos minutos e inténtalo otra vez.',
    invalid_credential: 'Esta llave de acceso ya no se conoce aquí. Usa otra.',
    CODE_INVALID_OR_EXPIRED: 'El código no es correcto o es viejo. Míralo otra vez o pide uno nuevo.',
    MAX_ATTEMPTS_EXCEEDED: 'Demasiados códigos incorrectos. Espera unos minutos o elige otra forma.',
    link_not_opened: 'El enlace no se abrió a tiempo. Pide uno nuevo.',
  },
}
