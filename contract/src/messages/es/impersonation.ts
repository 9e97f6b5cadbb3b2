import type { Translation } from '../translation.ts'
import type { messages as en } from '../en/impersonation.ts'

export const messages: Translation<typeof en> = {
  title: 'Ver una cuenta como su titular',
  opening: 'Abriendo la cuenta',
  closedTitle: 'Este enlace ya no funciona',
  closed:
    'Funciona una vez, durante un minuto y solo en el navegador que lo creó. Empieza de nuevo en la página de la persona.',
  logIn: 'Entra como administrador para ver una cuenta como la ve su titular.',
  back: 'Volver a mi cuenta',
  banner: 'Ves la cuenta de {name} ({email}) como la ve su titular y no puedes cambiar nada.',
  bannerChanges:
    'Ves la cuenta de {name} ({email}) como la ve su titular. Una segunda persona te permitió cambiar el perfil y las notificaciones.',
  bannerShortChanges: 'Cuenta de {name}, cambios permitidos',
  bannerShort: 'Cuenta de {name}, solo lectura',
  region: 'Suplantación',
  left: 'Quedan {time}',
  reason: 'Tu motivo: {reason}',
  lockedTitle: 'Tu sesión está bloqueada',
  locked: 'Desbloquéala en la pestaña de tu propia cuenta y vuelve aquí.',
  start: {
    button: 'Ver como esta persona',
    title: 'Ver la cuenta de {name}',
    lead: 'Ves lo mismo que esa persona, durante 30 minutos, sin poder cambiar nada. Se registran tu nombre y tu motivo.',
    reason: 'Motivo',
    action: 'Continuar',
    cancel: 'Cancelar',
    open: 'Abrir la cuenta en una pestaña nueva',
    expires: 'El enlace funciona una vez, durante {time}',
  },
  changes: {
    button: 'Solicitar cambios',
    title: 'Cambiar datos en la cuenta de {name}',
    lead: 'Lo aprueba un segundo administrador. Luego la vista que tienes abierta te deja cambiar el perfil y las notificaciones, hasta que termine. El dinero, las tarjetas, el correo, el móvil y la contraseña siguen cerrados.',
    reason: 'Motivo',
    action: 'Solicitar',
    cancel: 'Cancelar',
    requested: 'Solicitado. Lo aprueba un segundo administrador en la bandeja.',
  },
  unlocked: 'Ya la he desbloqueado',
}
