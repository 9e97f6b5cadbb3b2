import type { messages as en } from '../en/support.ts'
import type { Translation } from '../translation.ts'

export const messages: Translation<typeof en> = {
  title: 'Soporte',
  lead: 'Escríbenos por correo. Te responde una persona de {company}.',
  about: 'Tu consulta es sobre',
  write: 'Escribir un correo',
  copyAddress: 'Copiar la dirección',
  copyRef: 'Copiar la referencia',
  address: 'Correo',
  reference: 'Referencia',
  subject: 'Consulta',
  subjectRef: 'Consulta sobre {ref}',
  payment: 'Pago',
  subjectPayment: 'Problema con un pago: {payment}',
  bodyPayment: 'Pago: {payment}\nReferencia: {ref}\n\nQué problema hay:\n',
  say: 'Lo que nos ayuda',
  sayRef: 'La referencia de la carga o del pago. Cada uno muestra la suya.',
  sayNever: 'Nunca envíes números de tarjeta, códigos, contraseñas ni fotos de documentos por correo.',
  sayFrom: 'Escribe desde el correo de tu cuenta: {email}.',
  hours: 'Cuándo respondemos',
  closed: 'Cerrado',
  hoursZone: 'Horas de {zone}.',
  loads: 'Tus últimas cargas',
  loadsFailed: 'No pudimos cargar tus últimas cargas.',
}
