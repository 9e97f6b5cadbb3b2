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
  unlocked: 'Ya la he desbloqueado',
}
