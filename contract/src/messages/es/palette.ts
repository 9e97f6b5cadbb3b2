import type { messages as english } from '../en/palette.ts'
import type { Translation } from '../translation.ts'

export const messages: Translation<typeof english> = {
  title: 'Buscar e ir',
  hint: 'Una página, una acción, una tienda, un monto',
  none: 'Nada se llama así. Prueba con una tienda, un monto como 64.20 o una página.',
  reading: 'Buscando en tus pagos',
  failed: 'No se pudo buscar en tus pagos. Las páginas y acciones están aquí.',
  keys: 'Las flechas eligen, Intro abre, Escape cierra.',
  groups: { places: 'Ir a', acts: 'Hacer', cards: 'Tarjetas', payments: 'Pagos' },
  acts: {
    load: 'Cargar una tarjeta',
    loadWords: 'añadir dinero recargar pagar cripto depósito',
    lock: 'Bloquear la pantalla',
    lockWords: 'ausente privacidad ocultar',
    light: 'Aspecto claro',
    dark: 'Aspecto oscuro',
    system: 'Aspecto del dispositivo',
    lookWords: 'tema apariencia colores noche',
    language: 'Switch to English',
    languageWords: 'language idioma inglés english español',
    logOut: 'Salir',
    logOutWords: 'cerrar sesión terminar',
  },
  words: {
    home: 'principio saldo panel',
    cards: 'número ver pausar congelar',
    activity: 'transacciones pagos estado de cuenta csv',
    wallet: 'depósitos pendiente saldo',
    support: 'ayuda pregunta contacto',
    profile: 'nombre dirección teléfono correo cumpleaños',
    security: 'llave de acceso contraseña códigos dispositivos sesiones',
    settings: 'idioma tema avisos',
    notifications: 'mensajes novedades',
    fees: 'precios costos tarifas',
  },
  card: '{kind, select, physical {Tarjeta física} other {Tarjeta virtual}} {digits}',
}
