import type { messages as en } from '../en/settlement-check.ts'
import type { Translation } from '../translation.ts'

export const messages: Translation<typeof en> = {
  title: 'Verificar una liquidación sin nosotros',
  lead: 'Con estos archivos y Node, cualquiera recalcula una liquidación al centavo y prueba que se pagó como dice el archivo. No hace falta iniciar sesión, ni red, ni otro programa nuestro.',
  failed: 'No pudimos cargar esta página',
  steps: 'Cómo verificarla',
  step: {
    files: {
      title: 'Descarga los archivos en una carpeta',
      help: 'La liquidación en JSON, el verificador y la clave pública.',
      settlement: 'La liquidación es el botón JSON de arriba.',
    },
    run: {
      title: 'Ejecuta el verificador',
      help: 'Es un solo archivo y solo necesita Node 20 o posterior.',
      command: 'node verify-settlement.mjs --key public-key.pem liquidacion-{ref}.jsonl',
      copy: 'Copiar la orden',
    },
    read: {
      title: 'Lee la respuesta',
      help: 'Dice <b>right</b> con las sumas, o <b>FALSE</b> con la línea y lo que está mal en ella.',
      key: 'Compara la huella de la clave con la de tu contrato.',
    },
  },
  all: 'La clave y el formato',
  file: {
    checker: 'Verificador',
    key: 'Clave pública',
    formatEn: 'Formato, en inglés',
    formatEs: 'Formato, en español',
  },
  bytes: '{count} bytes',
  key: {
    title: 'La clave del operador',
    fingerprint: 'Huella (sha256)',
    copy: 'Copiar la huella',
    id: 'Nombre de la clave en los bloques',
    since: 'En uso desde',
    notYet: 'Todavía sin uso',
    former: 'Claves anteriores',
    none: 'Ninguna: la clave no se reemplaza nunca',
  },
  files: 'Archivos',
  format: 'El formato',
}
