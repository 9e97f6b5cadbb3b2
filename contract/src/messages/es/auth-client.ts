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
      'Se interrumpió porque empezó otra solicitud o saliste de la página. Vuelve a intentarlo.',
    ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT:
      'Este dispositivo o llave no puede guardar llaves de acceso. Usa otro, o una app de códigos.',
    ERROR_AUTO_REGISTER_USER_VERIFICATION_FAILURE:
      'El dispositivo no pudo comprobar que eres tú. Desbloquéalo con tu PIN, rostro o huella y vuelve a intentarlo.',
    ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT:
      'Este dispositivo o llave no puede comprobar que eres tú. Ponle un bloqueo o un PIN, o usa otro.',
    ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: 'Ya tienes una llave de acceso en este dispositivo. Usa esa.',
    ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY:
      'Se canceló o tardó demasiado. Vuelve a intentarlo y confirma cuando el navegador lo pida.',
    ERROR_MALFORMED_PUBKEYCREDPARAMS:
      'No pudimos preparar la solicitud. Recarga la página y vuelve a intentarlo.',
    ERROR_AUTHENTICATOR_NO_SUPPORTED_PUBKEYCREDPARAMS_ALG:
      'Este dispositivo o llave no admite las llaves de acceso que aceptamos. Usa otro.',
    ERROR_INVALID_DOMAIN:
      'Las llaves de acceso no funcionan en esta dirección. Abre el sitio por su nombre, no por un número.',
    ERROR_INVALID_RP_ID:
      'Las llaves de acceso de este sitio no funcionan en esta dirección. Abre el sitio por su nombre.',
    ERROR_INVALID_USER_ID_LENGTH: 'Tu cuenta aún no puede tener una llave de acceso. Escríbenos.',
    ERROR_AUTHENTICATOR_GENERAL_ERROR: 'Tu dispositivo no pudo hacerlo. Reinícialo o usa otro.',
    TOKEN_NOT_SET: 'No pudimos empezar esta confirmación. Vuelve a intentarlo.',
    expired_token: 'Esta confirmación venció a los diez minutos. Empieza de nuevo.',
    network_error: 'Error de red. Vuelve a intentarlo más tarde.',
    too_many_requests: 'Demasiados intentos. Espera unos minutos y vuelve a intentarlo.',
    invalid_credential: 'Esta llave de acceso ya no está registrada aquí. Usa otra.',
    CODE_INVALID_OR_EXPIRED: 'El código no es correcto o venció. Revísalo o pide uno nuevo.',
    totp_mismatch: 'El código de la app de códigos no coincide. Escribe el que tu app muestra ahora.',
    MAX_ATTEMPTS_EXCEEDED: 'Demasiados códigos incorrectos. Espera unos minutos o elige otra forma.',
    link_not_opened: 'El enlace venció antes de que lo abrieras. Pide uno nuevo.',
  },
}
