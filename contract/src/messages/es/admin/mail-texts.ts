import type { messages as en } from '../../en/admin/mail-texts.ts'
import type { Translation } from '../../translation.ts'

export const messages: Translation<typeof en> = {
  title: 'Textos de los correos',
  kind: 'Correo',
  changed: '{name}, cambiado',
  language: 'Idioma del correo',
  languages: { en: 'Inglés', es: 'Español' },
  subject: 'Asunto',
  body: 'Texto',
  placeholders: 'Marcadores: {names}. El enlace y el código se añaden solos debajo del texto.',
  required: '{name} (obligatorio)',
  reason: 'Por qué este texto',
  save: 'Guardar este texto',
  saved: 'Guardado. Cada correo desde ahora tiene este texto.',
  test: 'Enviarme una prueba',
  testSent: 'Enviado a {to}.',
  builtIn: 'Usar el texto original',
  preview: 'Vista previa con valores de ejemplo',
  history: {
    title: 'Textos anteriores',
    empty: 'Este texto nunca se cambió.',
    failed: 'No pudimos cargar los textos anteriores.',
    change: 'De «{before}» a «{after}»',
    builtIn: 'el texto original',
    why: 'Motivo: {reason}',
    unnamed: 'Una persona administradora',
    revert: 'Revertir',
    revertTo: 'Revertir a {subject}',
  },
}
