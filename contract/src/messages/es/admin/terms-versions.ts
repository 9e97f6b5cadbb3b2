import type { messages as en } from '../../en/admin/terms-versions.ts'
import type { Translation } from '../../translation.ts'

export const messages: Translation<typeof en> = {
  title: 'Términos',
  changesOf: '{text} ({language}): cambios',
  failed: 'No pudimos cargar las versiones.',
  missing: 'Esta versión no es tuya o ya no existe',
  all: 'Todas las versiones',
  version: 'Versión {version}',
  state: { upcoming: 'Próxima', current: 'En vigor', past: 'Reemplazada' },
  from: 'En vigor desde el {day}',
  publishedBy: 'Publicada por {name}',
  accepted: 'La aceptaron {count}',
  changes: 'Qué cambió',
  first: 'Esta es la primera versión.',
  language: { en: 'Inglés', es: 'Español' },
  text: { terms: 'Términos y condiciones', privacy: 'Aviso de privacidad' },
  add: 'Publicar una versión nueva',
  form: {
    title: 'Versión nueva de los términos',
    lead: 'Los textos parten de la versión {version}. Una línea que empieza con # es un título; cada otra línea es un párrafo. Una versión publicada nunca se cambia.',
    from: 'En vigor desde',
    fromHint: 'Un día posterior a hoy, en UTC.',
    titleOf: 'Título',
    body: 'Texto',
    preview: 'Qué cambiaría',
    publish: 'Publicar',
    published: 'La versión {version} está publicada.',
  },
}
