import type { messages as en } from '../../en/admin/provider-health.ts'
import type { Translation } from '../../translation.ts'

export const messages: Translation<typeof en> = {
  region: 'Proveedores que no responden',
  connections: 'Abrir las conexiones',
  well: 'Todos los proveedores responden · {at}',
  silent: {
    chain: 'La cadena no responde desde el {since}.',
    rates: 'Las tasas no responden desde el {since}.',
    issuer: 'El emisor de tarjetas no responde desde el {since}.',
    kyc: 'El proveedor de verificaciones de identidad no responde desde el {since}.',
    stepUp: 'El servicio de confirmación no responde desde el {since}.',
    mail: 'El servidor de correo no responde desde el {since}.',
    sms: 'El servicio de mensajes de texto no responde desde el {since}.',
    peopleLists: 'Las listas de sanciones de personas no responden desde el {since}.',
    walletLists: 'Las listas de sanciones de billeteras no responden desde el {since}.',
  },
  keyRefused: {
    chain: 'El nodo de la cadena rechaza nuestra clave, desde el {since}.',
    rates: 'El nodo de las tasas rechaza nuestra clave, desde el {since}.',
    issuer: 'El emisor de tarjetas rechaza nuestra clave, desde el {since}.',
    kyc: 'El proveedor de verificaciones de identidad rechaza nuestra clave, desde el {since}.',
    stepUp: 'El servicio de confirmación rechaza nuestra clave, desde el {since}.',
    mail: 'El servidor de correo rechaza nuestra clave, desde el {since}.',
    sms: 'El servicio de mensajes de texto rechaza nuestra clave, desde el {since}.',
    peopleLists: 'Las listas de sanciones de personas rechazan nuestra clave, desde el {since}.',
    walletLists: 'Las listas de sanciones de billeteras rechazan nuestra clave, desde el {since}.',
  },
  meaning: {
    chain: 'Los pagos nuevos se verán y acreditarán más tarde; no se pierde nada.',
    rates: 'No se pueden iniciar cargas nuevas. Las ya cotizadas siguen.',
    issuer: 'Las tarjetas y cargas nuevas esperan, y los cambios de tarjetas se demoran; no se pierde nada.',
    kyc: 'No se pueden iniciar verificaciones nuevas, y las decisiones llegan más tarde.',
    stepUp: 'Por ahora nadie puede confirmar con este servicio.',
    mail: 'Los correos esperan y se envían más tarde; los enlaces y códigos por correo se demoran.',
    sms: 'Los códigos por mensaje de texto no llegan. Los demás métodos funcionan.',
    peopleLists: 'Las personas verificadas esperan su control.',
    walletLists: 'Los pagos esperan el control de sus billeteras; no se pierde nada.',
  },
}
