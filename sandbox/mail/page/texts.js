const en = {
  mail: 'Mail',
  phone: 'Phone',
  mailTitle: 'Mailbox',
  sandbox: 'Sandbox',
  other: 'Español',
  otherCode: 'es',
  searchMail: 'Search by address or words',
  searchPhone: 'Search by number',
  onlyTo: (to) => `To ${to}`,
  showAll: 'Show all mail',
  more: 'Show older mail',
  emptyMail: 'No mail yet',
  emptyMailHint: 'What the product sends appears here at once. Nothing leaves this machine.',
  noneFound: 'Nothing found',
  noneFoundHint: 'Try a shorter word, or only the part before the @.',
  pick: 'Choose a message',
  pickHint: 'Newest first. New mail comes in by itself.',
  back: 'Back to the list',
  from: 'From',
  to: 'To',
  received: 'Received',
  openLink: 'Open the link',
  copyCode: (code) => `Copy code ${code}`,
  copied: (code) => `${code} copied`,
  asMail: 'As mail',
  asText: 'As text',
  view: 'How to show it',
  files: 'Attachments',
  unread: 'New',
  noSubject: '(no subject)',
  gone: 'This message is gone',
  goneHint: 'The mailbox was reset, or it made room for newer mail.',
  phoneTitle: 'Phone',
  emptyPhone: 'No text messages yet',
  emptyPhoneHint: 'Codes and notices sent to any mobile number appear here at once.',
  pickPhone: 'Choose a number',
  pickPhoneHint: 'Each number is a phone of its own.',
  messagesTo: (number) => `Messages to ${number}`,
  offline: 'The mailbox does not answer. Trying again by itself.',
}

const es = {
  mail: 'Correo',
  phone: 'Teléfono',
  mailTitle: 'Buzón',
  sandbox: 'Pruebas',
  other: 'English',
  otherCode: 'en',
  searchMail: 'Busca por dirección o palabras',
  searchPhone: 'Busca por número',
  onlyTo: (to) => `Para ${to}`,
  showAll: 'Ver todo el correo',
  more: 'Ver correo anterior',
  emptyMail: 'Aún no hay correo',
  emptyMailHint: 'Lo que envía el producto aparece aquí al instante. Nada sale de este equipo.',
  noneFound: 'Sin resultados',
  noneFoundHint: 'Prueba con una palabra más corta, o solo con lo que va antes de la @.',
  pick: 'Elige un mensaje',
  pickHint: 'El más nuevo va primero. El correo nuevo entra solo.',
  back: 'Volver a la lista',
  from: 'De',
  to: 'Para',
  received: 'Recibido',
  openLink: 'Abrir el enlace',
  copyCode: (code) => `Copiar código ${code}`,
  copied: (code) => `${code} copiado`,
  asMail: 'Como correo',
  asText: 'Como texto',
  view: 'Cómo mostrarlo',
  files: 'Adjuntos',
  unread: 'Nuevo',
  noSubject: '(sin asunto)',
  gone: 'Este mensaje ya no está',
  goneHint: 'El buzón se vació, o hizo sitio a correo más nuevo.',
  phoneTitle: 'Teléfono',
  emptyPhone: 'Aún no hay mensajes de texto',
  emptyPhoneHint: 'Los códigos y avisos enviados a cualquier móvil aparecen aquí al instante.',
  pickPhone: 'Elige un número',
  pickPhoneHint: 'Cada número es un teléfono aparte.',
  messagesTo: (number) => `Mensajes a ${number}`,
  offline: 'El buzón no responde. Se reintenta solo.',
}

const asked = new URLSearchParams(location.search).get('lang')
const kept = () => {
  try {
    return localStorage.getItem('lang')
  } catch {
    return null
  }
}

/** Language of the page: asked for, kept from before, or the browser's. */
export const lang = (asked ?? kept() ?? navigator.language).startsWith('es') ? 'es' : 'en'
export const texts = lang === 'es' ? es : en

try {
  if (asked) localStorage.setItem('lang', lang)
} catch {
  // Without storage the language lasts as long as the address says so.
}
