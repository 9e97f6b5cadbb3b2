import type { messages as en } from '../en/step-up.ts'
import type { Translation } from '../translation.ts'

export const messages: Translation<typeof en> = {
  title: 'Confirma que eres tú',
  lead: 'Confirmas solo este cambio, una vez.',
  notNow: 'Ahora no',
  failed: 'No pudimos comprobarlo. Vuelve a intentarlo en un momento.',
  start: 'Preparando',
  fact: {
    incidentKind: 'Tipo',
    incidentText: 'Texto',
    closedAreas: 'Cierra',
    validFrom: 'En vigor desde',
    regularFees: 'Comisiones normales, desde el nivel más alto',
    immediateFees: 'Comisiones inmediatas, desde el nivel más alto',
    transferFees: 'Comisiones de transferencia, por nivel de quien envía',
    payinCategory: 'Categoría',
    limitMinimum: 'Mínimo',
    limitMaximum: 'Máximo',
    limitDaily: 'Límite diario',
    balanceAllowance: 'Saldo autorizado',
    card: 'Tarjeta',
    payment: 'Límite por pago',
    day: 'Límite por día',
    month: 'Límite por mes',
    load: 'Carga',
    address: 'Reembolsar a',
    mobileFrom: 'Número actual',
    mobileTo: 'Número nuevo',
    emailFrom: 'Correo actual',
    emailTo: 'Correo nuevo',
    otpLogin: 'Entrar con un código por correo',
    lockAfterSeconds: 'Bloquear la pantalla después de',
    method: 'Tipo',
    factor: 'Nombre',
    passkey: 'Llave de acceso',
    factors: 'Segundos pasos',
    person: 'Persona',
    company: 'Empresa',
    companyFrom: 'Empresa actual',
    companyTo: 'Empresa nueva',
    cardType: 'Tipo de tarjeta',
    plan: 'Plan',
    amount: 'Monto',
    role: 'Rol',
    granted: 'También permitido',
    denied: 'Ya no permitido',
    restored: 'Como en el rol',
    dataScope: 'Ve',
    passkeyRequired: 'Llave de acceso obligatoria',
    tierRestrictions: 'Desactivado',
    paymentAssets: 'Monedas',
    maximumEmergencyLoad: 'Cargas inmediatas de una tarjeta en un día, en USD',
    refundMinimum: 'Reembolso más pequeño, en USD',
    smallOverpayment: 'Exceso que se abona, en USD',
    secondPersonReview: 'Dos personas deciden sobre un pago en revisión por encima de, en USD',
    passwordMinimum: 'Contraseña más corta de titulares y vendedores',
    passkeyGroups: 'Quién debe tener una llave de acceso',
    sessionIdleMinutes: 'Minutos hasta que termina una sesión sin uso',
    sessionDays: 'Días hasta que termina toda sesión',
    adminSessionIdleMinutes: 'Minutos hasta que termina una sesión sin uso de un administrador',
    adminSessionHours: 'Horas hasta que termina toda sesión de un administrador',
    lockChoices: 'Tiempos de bloqueo que se pueden elegir, en segundos',
    emailSenderName: 'Nombre del remitente',
    emailSenderAddress: 'Dirección del remitente',
    emailReplyTo: 'Las respuestas van a',
    supportEmail: 'Dirección de ayuda',
    mail: 'Correo',
    subject: 'Asunto',
    text: 'Texto',
    adminPasswordMinimum: 'Contraseña más corta de administradores',
    hideAccountExistence: 'Ocultar si una cuenta existe',
    credentialChangeWaitHours: 'Horas sin retiros tras credenciales nuevas',
    factorRecoveryWaitHours: 'Horas hasta quitar factores perdidos',
    lockRedirectSeconds: 'Segundos del bloqueo al inicio de sesión',
    renewalWarningSeconds: 'Segundos hasta el aviso de renovación',
    supportedCountries: 'Países que admitimos',
    holidays: 'Feriados',
    kycAttemptLimit: 'Intentos de una verificación',
    kycReviewHours: 'Horas hábiles para una revisión',
    atmFee: 'Comisión en un cajero, en USD',
    foreignCurrencyFee: 'Comisión por otras monedas, en porcentaje',
    sellerCode: 'Código de vendedor',
    note: 'Nota',
    maker: 'Solicitado por',
    reason: 'Motivo',
    people: 'Personas',
  },
  on: 'Activado',
  off: 'Desactivado',
  noLimit: 'Sin límite',
  seconds: '{count, plural, one {# segundo} other {# segundos}}',
  minutes: '{count, plural, one {# minuto} other {# minutos}}',
  operation: {
    reveal: {
      title: 'Ver los datos de la tarjeta',
      lead: 'El emisor de la tarjeta muestra aquí el número, el vencimiento y el CVV durante 30 segundos.',
    },
    raiseLimits: {
      title: 'Subir tus límites de gasto',
      lead: 'La tarjeta podrá gastar más que antes. No necesitas confirmar un límite más bajo.',
    },
    refundLoad: {
      title: 'Solicitar un reembolso',
      lead: 'Todo lo que llegó para esta carga va a esta dirección. Compárala: si está mal, no se puede deshacer.',
    },
    changeMobile: {
      title: 'Cambiar tu número de móvil',
      lead: 'Cerramos la sesión en tus otros dispositivos. Los retiros esperan 24 horas.',
    },
    changeEmail: {
      title: 'Cambiar tu correo',
      lead: 'Lo cambiamos cuando abras el enlace que enviamos a la dirección nueva.',
    },
    updateSecurity: {
      title: 'Cambiar tus ajustes de seguridad',
      lead: 'Confírmalo con un método que ya tienes.',
    },
    addFactor: {
      title: 'Añadir un método de verificación',
      lead: 'Confírmalo con un método que ya tienes.',
    },
    removeFactor: {
      title: 'Quitar un método de verificación',
      lead: 'Deja de funcionar enseguida. Los retiros esperan 24 horas.',
    },
    makeRecoveryCodes: {
      title: 'Crear códigos de recuperación nuevos',
      lead: 'Los códigos anteriores dejan de servir.',
    },
    deletePasskey: {
      title: 'Quitar una llave de acceso',
      lead: 'Deja de funcionar enseguida. Los retiros esperan 24 horas.',
    },
    liftLockouts: {
      title: 'Permitir que esta persona lo intente otra vez',
      lead: 'Sus intentos fallidos ya no cuentan. La persona recibe un correo.',
    },
    createAdmin: {
      title: 'Invitar a un administrador',
      lead: 'Recibe un enlace por correo y elige su propia contraseña.',
    },
    updateAdmin: {
      title: 'Cambiar a un administrador',
      lead: 'Con otro rol se cierra su sesión en todas partes.',
    },
    changePermissions: {
      title: 'Cambiar permisos',
      lead: 'El cambio vale desde su próximo clic.',
    },
    grantTopRole: {
      title: 'Otorgar un rol superior',
      lead: 'Lo aprueba un segundo superadministrador. Luego se cierran todas las sesiones de la persona.',
    },
    resetFactors: {
      title: 'Quitar todos los segundos pasos',
      lead: 'Lo aprueba un segundo administrador. Luego se cierran todas las sesiones de la persona.',
    },
    allowImpersonatedChanges: {
      title: 'Permitir cambios en nombre de una persona',
      lead: 'Lo aprueba un segundo administrador. Luego puedes cambiar el perfil y las notificaciones hasta que termine tu vista de la cuenta.',
    },
    exportAdmins: {
      title: 'Exportar administradores',
      lead: 'El archivo tiene nombres y correos. El registro de auditoría anota que lo exportaste.',
    },
    exportUsers: {
      title: 'Exportar usuarios',
      lead: 'El archivo tiene nombres y correos. El registro de auditoría anota que lo exportaste.',
    },
    exportEmailChanges: {
      title: 'Exportar cambios de correo',
      lead: 'El archivo tiene nombres y correos. El registro de auditoría anota que lo exportaste.',
    },
    createIncident: {
      title: 'Mostrar este aviso',
      lead: 'Sus lectores lo ven desde su inicio. Las áreas que cierra rechazan todo cambio hasta que termine.',
    },
    endIncident: {
      title: 'Terminar este aviso',
      lead: 'Se oculta, y lo que cerraba se abre otra vez al momento.',
    },
    publishTerms: {
      title: 'Publicar estos términos',
      lead: 'Todas las personas los leen y aceptan desde ese día. Una versión publicada nunca se cambia ni se quita.',
    },
    exportTermsAcceptances: {
      title: 'Exportar quién aceptó los términos',
      lead: 'El archivo tiene nombres. El registro de auditoría anota que lo exportaste.',
    },
    seePersonalData: {
      title: 'Mostrar datos personales',
      lead: 'Fecha de nacimiento, móvil y dirección de esta persona. El registro de auditoría anota que los viste.',
    },
    resetPassword: {
      title: 'Restablecer esta contraseña',
      lead: 'La contraseña actual deja de funcionar y se cierran todas sus sesiones. La persona elige otra con el enlace de su correo.',
    },
    resetToDefaultPassword: {
      title: 'Restablecer con la contraseña predeterminada',
      lead: 'La contraseña actual deja de funcionar y se cierran todas sus sesiones. La predeterminada solo abre la página donde la persona elige otra, durante 24 horas.',
    },
    confirmOldAddress: {
      title: 'Confirmar por la dirección anterior',
      lead: 'Lo aprueba un segundo administrador. El correo cambia 48 horas después, salvo que la dirección anterior lo detenga.',
    },
    verifyUserEmail: {
      title: 'Enviar otra vez el enlace',
      lead: 'La persona confirma su correo solo con el último enlace.',
    },
    updateUser: {
      title: 'Cambiar a esta persona',
      lead: 'Una cuenta de prueba no entra en ningún total y sus correos solo van al registro.',
    },
    changeUserCompany: {
      title: 'Cambiar la empresa de esta persona',
      lead: 'La cuenta, la identidad y las tarjetas pasan a la empresa nueva. El historial queda en la actual.',
    },
    assignSellerCode: {
      title: 'Asignar un código de vendedor',
      lead: 'Las cargas que siguen pagan a los vendedores de este código.',
    },
    endSessions: {
      title: 'Cerrar todas sus sesiones',
      lead: 'Tiene que volver a entrar en cada dispositivo.',
    },
    impersonate: {
      title: 'Ver el producto como esta persona',
      lead: 'Durante 30 minutos y sin cambios. Se registran tu nombre y tu motivo.',
    },
    deactivateUser: {
      title: 'Desactivar a esta persona',
      lead: 'Su sesión se cierra de inmediato y no puede entrar. Sus tarjetas quedan como están.',
    },
    deactivateUsers: {
      title: 'Desactivar a estas personas',
      lead: 'Sus sesiones se cierran de inmediato y no pueden entrar. Sus tarjetas quedan como están.',
    },
    activateUsers: { title: 'Activar a estas personas', lead: 'Pueden volver a entrar.' },
    liftLockoutsOfUsers: {
      title: 'Permitir que estas personas lo intenten otra vez',
      lead: 'Sus intentos fallidos ya no cuentan. Cada una recibe un correo.',
    },
    activateUser: {
      title: 'Activar a esta persona',
      lead: 'Puede volver a entrar.',
    },
    seeKycImages: {
      title: 'Ver documentos de identidad',
      lead: 'El registro de auditoría anota que los abriste.',
    },
    exportNotes: {
      title: 'Exportar notas',
      lead: 'El archivo tiene lo que escribieron los administradores, con sus nombres. El registro de auditoría guarda que lo exportaste.',
    },
    exportWallets: {
      title: 'Exportar billeteras',
      lead: 'El archivo tiene los saldos de empresas y personas, con sus nombres. El registro de auditoría guarda que lo exportaste.',
    },
    exportWalletStatement: {
      title: 'Exportar un estado de billetera',
      lead: 'El archivo tiene cada movimiento de la billetera en el periodo. El registro de auditoría guarda que lo exportaste.',
    },
    exportKycCases: {
      title: 'Exportar verificaciones de identidad',
      lead: 'El archivo tiene nombres y correos. El registro de auditoría anota que lo exportaste.',
    },
    createCompany: {
      title: 'Crear una empresa',
      lead: 'Sus páginas se abren con su nombre corto al momento.',
    },
    updateCompany: {
      title: 'Cambiar esta empresa',
      lead: 'El cambio se aplica al momento.',
    },
    changeCompanySettings: {
      title: 'Cambiar los ajustes de la empresa',
      lead: 'El cambio se aplica al momento a sus personas y a las empresas de debajo que heredan.',
    },
    changeCardCreation: {
      title: 'Cambiar si se crean tarjetas nuevas',
      lead: 'El cambio se aplica al momento. Las tarjetas que existen siguen.',
    },
    changeCompanyBranding: {
      title: 'Cambiar la marca de la empresa',
      lead: 'Sus páginas y correos la muestran al momento.',
    },
    changeCompanyLogo: {
      title: 'Cambiar el logo de la empresa',
      lead: 'Sus páginas y correos lo muestran al momento.',
    },
    changeCompanyParent: {
      title: 'Mover esta empresa',
      lead: 'Todas las empresas de debajo van con ella. Las cargas que existen conservan sus comisiones.',
    },
    deactivateCompany: {
      title: 'Cerrar esta empresa',
      lead: 'Sin personas, cargas ni tarjetas nuevas. Se cierra la sesión de sus administradores.',
    },
    activateCompany: {
      title: 'Abrir de nuevo esta empresa',
      lead: 'Vuelve a aceptar personas, cargas y tarjetas nuevas.',
    },
    createCardPlan: { title: 'Crear un plan', lead: 'Se puede elegir para tipos de tarjeta al momento.' },
    updateCardPlan: {
      title: 'Cambiar este plan',
      lead: 'Las tarjetas que ya se pidieron conservan su precio.',
    },
    archiveCardPlan: { title: 'Archivar este plan', lead: 'Ya no se puede elegir. Puedes restaurarlo.' },
    restoreCardPlan: {
      title: 'Restaurar este plan',
      lead: 'Se puede elegir de nuevo para tipos de tarjeta.',
    },
    deleteCardPlan: { title: 'Eliminar este plan', lead: 'No se puede deshacer.' },
    createCardType: { title: 'Crear un tipo de tarjeta', lead: 'Los titulares lo ven al momento.' },
    updateCardType: { title: 'Cambiar este tipo de tarjeta', lead: 'Las tarjetas que existen siguen igual.' },
    changeCardTypeImage: {
      title: 'Cambiar la imagen de este tipo',
      lead: 'Los titulares la ven al momento.',
    },
    archiveCardType: {
      title: 'Archivar este tipo de tarjeta',
      lead: 'Ya no se puede pedir. Las tarjetas que existen siguen igual.',
    },
    restoreCardType: {
      title: 'Restaurar este tipo de tarjeta',
      lead: 'Los titulares lo ven de nuevo al momento.',
    },
    deleteCardType: { title: 'Eliminar este tipo de tarjeta', lead: 'No se puede deshacer.' },
    changeGeneralSettings: {
      title: 'Cambiar los ajustes generales',
      lead: 'Se aplican al momento, para todos.',
    },
    changeEmailSettings: {
      title: 'Cambiar ajustes de correos',
      lead: 'Valen para cada correo que se envíe desde ahora.',
    },
    changeMailText: {
      title: 'Cambiar el texto de un correo',
      lead: 'Vale para cada correo que se envíe desde ahora, también para los que esperan.',
    },
    sendTestMail: { title: 'Enviar un correo de prueba', lead: 'Solo lo recibe tu propia dirección.' },
    changeAuthenticationSettings: {
      title: 'Cambiar los ajustes de autenticación',
      lead: 'Una segunda persona lo aprueba. Después vale para todos.',
    },
    changeGatewaySettings: {
      title: 'Cambiar los ajustes de la pasarela',
      lead: 'Una segunda persona lo aprueba. Después vale para cada cotización nueva.',
    },
    changeTierRestrictions: {
      title: 'Cambiar las restricciones por nivel',
      lead: 'Una segunda persona lo aprueba. Después vale al momento para todas las empresas del nivel.',
    },
    exportAudit: {
      title: 'Exportar la auditoría',
      lead: 'El archivo tiene nombres, direcciones y dispositivos. El registro de auditoría anota que lo exportaste.',
    },
    approveKyc: {
      title: 'Aprobar esta verificación de identidad',
      lead: 'Tu nota se guarda con la decisión.',
    },
    rejectKyc: {
      title: 'Rechazar esta verificación de identidad',
      lead: 'Tu nota se guarda con la decisión.',
    },
    resetKyc: {
      title: 'Permitir que esta persona empiece otra vez',
      lead: 'Se devuelven todos los intentos. El historial se conserva.',
    },
    createFeeSchedule: {
      title: 'Nueva versión de las comisiones',
      lead: 'La aprueba otro administrador. Empieza en su día; las cotizaciones que existen conservan su comisión.',
    },
    setCompanyFees: {
      title: 'Comisiones del nivel propio y de los inferiores',
      lead: 'Empiezan en su día, para cotizaciones nuevas de esta empresa y de las inferiores.',
    },
    setPayinLimit: {
      title: 'Definir límites de pagos recibidos',
      lead: 'Valen al momento para las cotizaciones nuevas. Lo que ya se cotizó se puede pagar.',
    },
    removePayinLimit: {
      title: 'Quitar límites de pagos recibidos',
      lead: 'Los límites superiores vuelven a valer al momento para las cotizaciones nuevas.',
    },
    setBalanceAllowance: {
      title: 'Definir el saldo autorizado',
      lead: 'La billetera inmediata de la empresa puede bajar hasta aquí por debajo de cero. La empresa superior lo garantiza.',
    },
    recordCapital: {
      title: 'Registrar capital',
      lead: 'Otro administrador lo aprueba antes de que se contabilice.',
    },
    creditCompanyLoad: {
      title: 'Abonar lo que llegó para esta recarga',
      lead: 'Por encima del límite de los ajustes, otro administrador lo aprueba antes de que se abone a la tarjeta.',
    },
    refundCompanyLoad: {
      title: 'Reembolsar este pago',
      lead: 'Otro administrador lo aprueba. Se envía a la dirección que confirmó quien pagó.',
    },
    requestRest: {
      title: 'Pedir el resto de este pago',
      lead: 'La persona recibe una notificación y un correo.',
    },
    approveRequest: { title: 'Aprobar esta solicitud', lead: 'Se hace enseguida, tal como se muestra aquí.' },
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
    lead: 'Abre tu app de códigos y escribe el código de seis dígitos que muestra.',
    label: 'Código de la app',
  },
  emailOtp: {
    name: 'Código por correo',
    lead: 'Enviamos un código de seis dígitos a <b>{where}</b>.',
    request: 'Te enviaremos un código de seis dígitos a <b>{where}</b>.',
    label: 'Código del correo',
  },
  sms: {
    name: 'Código por SMS',
    lead: 'Enviamos un código de seis dígitos a <b>{where}</b>.',
    request: 'Te enviaremos un código de seis dígitos a <b>{where}</b>.',
    label: 'Código del SMS',
  },
  magicLink: {
    name: 'Enlace por correo',
    request:
      'Te enviaremos un enlace a <b>{where}</b>. Ábrelo en cualquier dispositivo y esta página continúa.',
    lead: 'Abre el enlace del correo a <b>{where}</b>. Esta página continúa sola.',
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
    wrong: 'Esa no es tu contraseña. Vuelve a intentarlo.',
    once: 'Se usa una vez para esto y no se guarda.',
  },
  recoveryCode: {
    name: 'Código de recuperación',
    lead: 'Uno de los diez códigos que guardaste. Cada uno sirve una vez.',
    label: 'Código de recuperación',
    go: 'Continuar',
  },
  providerPage: {
    name: 'En la página de confirmación',
    popup:
      'La página de nuestro proveedor de seguridad se abre sobre esta. Confirma allí y esta página continúa.',
    window:
      'La página de nuestro proveedor de seguridad se abre en una ventana pequeña junto a esta. Confirma allí y esta página continúa.',
    redirect: 'Vas a la página de nuestro proveedor de seguridad. Confirma allí y te trae de vuelta.',
    go: 'Abrir la página de confirmación',
    waiting: 'Esperando a la otra ventana',
    stop: 'Dejar de esperar',
    abandoned: 'Allí no se confirmó nada. Ábrela de nuevo o elige otra forma.',
  },
  code: {
    send: 'Enviar el código',
    again: 'Enviar otro código',
    againIn: 'Otro código en {time}',
    go: 'Continuar',
    missing: 'Escribe el código de seis dígitos.',
  },
  others: 'De otra forma',
  expired: 'Esta confirmación venció. Empieza de nuevo.',
  again: 'Empezar de nuevo',
  none: {
    title: 'Configura antes la verificación en dos pasos',
    lead: 'Esto pide más que una contraseña: una llave de acceso o una app de códigos. Toma un minuto.',
    go: 'Añadir una ahora',
  },
}
