import type { messages as en } from '../en/step-up.ts'
import type { Translation } from '../translation.ts'

export const messages: Translation<typeof en> = {
  title: 'Confirma que eres tú',
  lead: 'Solo se confirma esto, una vez.',
  giveUp: 'Ahora no',
  failed: 'No se pudo comprobar. Inténtalo otra vez en un momento.',
  begin: 'Preparando',
  fact: {
    address: 'Dirección',
    amount: 'Importe',
    cardId: 'Tarjeta',
    id: 'Registro',
    name: 'Nombre',
    userId: 'Persona',
    level: 'Nivel',
  },
  reveal: {
    title: 'Ver los datos de la tarjeta',
    lead: 'El emisor muestra aquí el número, el vencimiento y el CVV durante 30 segundos.',
  },
  removeFactor: {
    title: 'Quitar una forma de entrar',
    lead: 'Ya no podrás usarla. Después, los retiros esperan un día.',
  },
  makeRecoveryCodes: {
    title: 'Hacer códigos de recuperación nuevos',
    lead: 'Los anteriores dejan de servir.',
  },
  addFactor: {
    title: 'Añadir una forma de entrar',
    lead: 'Confírmalo con una que ya tienes.',
  },
  updateSecurity: {
    title: 'Cambiar cómo entras',
    lead: 'Confírmalo con una forma que ya tienes.',
  },
  passkey: {
    name: 'Llave de acceso',
    lead: 'Tu dispositivo te pide el rostro, la huella o el PIN.',
    go: 'Continuar con llave de acceso',
  },
  securityKey: {
    name: 'Llave de seguridad',
    lead: 'Conéctala o acércala al teléfono y tócala.',
    go: 'Usar la llave de seguridad',
  },
  totp: {
    name: 'App de códigos',
    lead: 'Abre tu app de códigos y escribe los seis dígitos que muestra ahora.',
    label: 'Código de la app',
  },
  emailOtp: {
    name: 'Código por correo',
    lead: 'Enviamos seis dígitos a <b>{where}</b>.',
    ask: 'Enviamos seis dígitos a <b>{where}</b>.',
    label: 'Código del correo',
  },
  sms: {
    name: 'Código por SMS',
    lead: 'Enviamos seis dígitos a <b>{where}</b>.',
    ask: 'Enviamos seis dígitos a <b>{where}</b>.',
    label: 'Código del SMS',
  },
  magicLink: {
    name: 'Enlace por correo',
    ask: 'Enviamos un enlace a <b>{where}</b>. Ábrelo en cualquier dispositivo y esta página sigue sola.',
    lead: 'Abre el enlace del correo a <b>{where}</b>. Esta página sigue sola.',
    waiting: 'Esperando el enlace',
    send: 'Enviar el enlace',
    stop: 'Dejar de esperar',
  },
  password: {
    name: 'Contraseña',
    label: 'Contraseña',
    lead: 'Por último, tu contraseña.',
    go: 'Confirmar',
    missing: 'Escribe tu contraseña.',
    wrong: 'Esa no es tu contraseña. Inténtalo otra vez.',
    once: 'Vale para esta vez y no se guarda.',
  },
  recoveryCode: {
    name: 'Código de recuperación',
    lead: 'Uno de los diez que anotaste. Cada uno sirve una vez.',
    label: 'Código de recuperación',
    go: 'Continuar',
  },
  providerPage: {
    name: 'En la página de confirmación',
    popup:
      'La página de nuestro proveedor de seguridad se abre sobre esta. Confirma allí y esta página sigue.',
    window:
      'La página de nuestro proveedor de seguridad se abre en una ventana pequeña junto a esta. Confirma allí y esta página sigue.',
    redirect: 'Vas a la página de nuestro proveedor de seguridad. Confirma allí y te trae de vuelta.',
    go: 'Abrir la página de confirmación',
    waiting: 'Esperando a la otra ventana',
    stop: 'Dejar de esperar',
    givenUp: 'Allí no se confirmó nada. Ábrela de nuevo o elige otra forma.',
  },
  code: {
    send: 'Enviar el código',
    again: 'Enviar otro código',
    againIn: 'Otro código en {time}',
    go: 'Continuar',
    missing: 'Escribe los seis dígitos.',
  },
  others: 'De otra forma',
  expired: 'Se acabó el tiempo para esto. Empieza otra vez.',
  again: 'Empezar otra vez',
  none: {
    title: 'Añade antes una segunda forma de entrar',
    lead: 'Esto pide más que una contraseña: una llave de acceso de este dispositivo o una app de códigos. Toma un minuto.',
    go: 'Añadir una ahora',
  },
}
