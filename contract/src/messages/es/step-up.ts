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
    jobs: 'Trabajos',
    deadJobs: 'Trabajos sin reintentos',
    validFrom: 'En vigor desde',
    regularFees: 'Comisiones regulares, desde el nivel más alto',
    immediateFees: 'Comisiones inmediatas, desde el nivel más alto',
    transferFees: 'Comisiones de transferencia, por nivel de quien envía',
    payinCategory: 'Categoría',
    limitMinimum: 'Mínimo',
    limitMaximum: 'Máximo',
    limitDaily: 'Límite diario',
    balanceAllowance: 'Saldo autorizado',
    holder: 'Titular',
    sender: 'Remitente',
    receiver: 'Destinatario',
    wallet: 'Billetera',
    adjustment: 'Ajuste que se deshace',
    adjustmentType: 'Ajuste',
    total: 'Total',
    fee: 'Comisión',
    balance: 'Saldo',
    senderBalance: 'Billetera del remitente',
    receiverBalance: 'Billetera del destinatario',
    pendingBalance: 'Pendiente en la billetera',
    reference: 'Referencia',
    bankReference: 'Referencia bancaria',
    valuedOn: 'Fecha valor',
    statementLine: 'Línea del extracto',
    proof: 'Comprobante',
    settlement: 'Liquidación',
    periodEnd: 'Período hasta',
    manualLines: 'Líneas a mano',
    paidOut: 'Se paga a la billetera',
    withdrawal: 'Retiro',
    net: 'Pagado en la cadena',
    coin: 'Moneda',
    coinValue: 'Valor en los libros',
    treasuryKind: 'Registro',
    recordReference: 'Referencia',
    suspense: 'Dinero en suspenso',
    suspenseTarget: 'Qué era',
    venue: 'Plaza',
    wire: 'Transferencia',
    network: 'Red',
    addressLabel: 'Nombre de la dirección',
    addressRisk: 'Riesgo de la dirección',
    requestedBy: 'Pedido por',
    requestedSince: 'Pedido el',
    description: 'Descripción',
    withdrawalsPayFee: 'Los retiros pagan comisión',
    withdrawalFee: 'Comisión de un retiro, en USD',
    newPayoutAddressWaitHours: 'Horas hasta poder usar una dirección nueva',
    sellerTwoShare: 'Participación de un vendedor dos, en porcentaje de la del nivel 4',
    referralMonths: 'Meses en que gana quien refirió',
    stablecoinAtPar: 'Pagar las monedas de USD a 1,00',
    card: 'Tarjeta',
    cards: 'Tarjetas',
    payment: 'Límite por pago',
    day: 'Límite por día',
    month: 'Límite por mes',
    load: 'Carga',
    address: 'A la dirección',
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
    transfers: 'Transferencias',
    role: 'Rol',
    granted: 'También permitido',
    denied: 'Ya no permitido',
    restored: 'Como en el rol',
    dataScope: 'Ve',
    passkeyRequired: 'Llave de acceso obligatoria',
    tierRestrictions: 'Desactivado',
    paymentAssets: 'Monedas',
    explorerLinks: 'Enlaces a exploradores',
    maximumEmergencyLoad: 'Cargas inmediatas de una tarjeta en un día, en USD',
    masterBalanceThreshold: 'Alarma de la cuenta maestra de Reap, en USD',
    refundMinimum: 'Reembolso más pequeño, en USD',
    smallOverpayment: 'Exceso que se abona, en USD',
    secondPersonReview: 'Dos personas deciden sobre un pago en revisión por encima de, en USD',
    secondPersonTransfer: 'Dos personas deciden sobre una transferencia por encima de, en USD',
    secondPersonAdjustment: 'Dos personas deciden sobre un ajuste de billetera por encima de, en USD',
    secondPersonWire: 'Dos personas deciden sobre una transferencia bancaria por encima de, en USD',
    secondPersonSettlement: 'Una persona aprueba una liquidación por encima de, en USD',
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
    invitee: 'Correo invitado',
    note: 'Nota',
    maker: 'Solicitado por',
    reason: 'Motivo',
    people: 'Personas',
  },
  on: 'Activado',
  off: 'Desactivado',
  noLimit: 'Sin límite',
  attached: 'Adjunto',
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
    exportReferrers: {
      title: 'Exportar referentes',
      lead: 'El archivo tiene nombres de otras personas. El registro de auditoría anota que lo exportaste.',
    },
    exportReferredPeople: {
      title: 'Exportar personas referidas',
      lead: 'El archivo tiene nombres de otras personas. El registro de auditoría anota que lo exportaste.',
    },
    exportSellers: {
      title: 'Exportar vendedores',
      lead: 'El archivo tiene nombres de otras personas. El registro de auditoría anota que lo exportaste.',
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
    runProcess: {
      title: 'Ejecutar este proceso ahora',
      lead: 'Hace lo que corresponde ahora, como a su próxima hora. Lo que ya está hecho no se repite.',
    },
    resumeProcess: {
      title: 'Reanudar trabajos fallidos',
      lead: 'Se intentan de nuevo desde el paso en que fallaron. Nada se paga ni se abona dos veces.',
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
    removeSellerCode: {
      title: 'Retirar el código de vendedor a esta persona',
      lead: 'Las cargas que siguen no pagan a ningún vendedor. Las comisiones que existen quedan como están.',
    },
    inviteSeller: {
      title: 'Invitar a un vendedor dos',
      lead: 'Recibe un enlace por correo, y al aceptarlo es el vendedor dos de este vendedor uno.',
    },
    changeSellerInvitation: {
      title: 'Cambiar una invitación',
      lead: 'El enlace se envía de nuevo, o deja de funcionar.',
    },
    createSellerCode: {
      title: 'Crear un código de vendedor',
      lead: 'Su dueño gana con las cargas de quienes se registren con él.',
    },
    updateSellerCode: {
      title: 'Cambiar un código de vendedor',
      lead: 'Decide quién puede registrarse todavía con él. Quienes llegaron con él se quedan.',
    },
    deactivateSellerCode: {
      title: 'Desactivar un código de vendedor',
      lead: 'Nadie puede registrarse con él. Quienes llegaron con él se quedan.',
    },
    activateSellerCode: {
      title: 'Activar un código de vendedor',
      lead: 'Se puede volver a registrar con él.',
    },
    changeSellerCodeOwner: {
      title: 'Cambiar el dueño de un código de vendedor',
      lead: 'Los registros que siguen son del dueño nuevo. Las personas y las comisiones que existen quedan como están.',
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
    startReconcileRun: {
      title: 'Ejecutar la conciliación',
      lead: 'Los eventos del emisor de tarjetas desde ayer se comparan con nuestros libros. Lo que falta en ellos se contabiliza.',
    },
    exportNotes: {
      title: 'Exportar notas',
      lead: 'El archivo tiene lo que escribieron los administradores, con sus nombres. El registro de auditoría guarda que lo exportaste.',
    },
    exportWallets: {
      title: 'Exportar billeteras',
      lead: 'El archivo tiene los saldos de empresas y personas, con sus nombres. El registro de auditoría guarda que lo exportaste.',
    },
    exportSettlementFile: {
      title: 'Exportar el archivo de una liquidación',
      lead: 'El archivo tiene cada participación con su carga. La auditoría registra que lo exportaste.',
    },
    exportWalletStatement: {
      title: 'Exportar un estado de billetera',
      lead: 'El archivo tiene cada movimiento de la billetera en el periodo. El registro de auditoría guarda que lo exportaste.',
    },
    unblockCard: {
      title: 'Desbloquear esta tarjeta',
      lead: 'Su titular puede volver a pagar con ella en cuanto el emisor la reactive.',
    },
    blockCards: {
      title: 'Bloquear estas tarjetas',
      lead: 'Los pagos se rechazan, y solo un administrador puede ponerle fin. El dinero se queda en las tarjetas.',
    },
    unblockCards: {
      title: 'Desbloquear estas tarjetas',
      lead: 'Sus titulares pueden volver a pagar con ellas en cuanto el emisor las reactive.',
    },
    exportCards: {
      title: 'Exportar tarjetas',
      lead: 'El archivo tiene nombres y correos. El registro de auditoría anota que lo exportaste.',
    },
    exportTransactions: {
      title: 'Exportar transacciones',
      lead: 'El archivo tiene nombres y correos. El registro de auditoría anota que lo exportaste.',
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
    changeClientCode: {
      title: 'Cambiar un código de cliente',
      lead: 'Lo muestran todas las tarjetas de este titular.',
    },
    importCardStock: {
      title: 'Importar tarjetas a las existencias',
      lead: 'Las tarjetas del archivo quedan en las existencias del programa.',
    },
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
    setEmergencyMaximum: {
      title: 'Definir la carga de emergencia máxima',
      lead: 'Lo máximo que se abona al momento en una tarjeta de la empresa y de las inferiores. Sin monto, la empresa deja de tener una propia.',
    },
    setBalanceAllowance: {
      title: 'Definir el saldo autorizado',
      lead: 'La billetera inmediata de la empresa puede bajar hasta aquí por debajo de cero. La empresa superior lo garantiza.',
    },
    createCoinDeposit: {
      title: 'Iniciar un depósito con cripto',
      lead: 'El precio queda fijo durante 30 minutos y se muestra una dirección. Todavía no se paga nada.',
    },
    cancelCoinDeposit: {
      title: 'Cancelar un depósito con cripto',
      lead: 'Su precio termina. La cripto que todavía llegue espera una decisión.',
    },
    createTopUp: {
      title: 'Registrar una transferencia bancaria de una empresa',
      lead: 'Por encima del límite de la configuración, otra persona de administración la aprueba primero. El comprobante queda en el registro.',
    },
    createSettlement: {
      title: 'Preparar una liquidación',
      lead: 'Incluye las participaciones vencidas. No se paga nada antes de que se apruebe.',
    },
    approveSettlement: {
      title: 'Aprobar una liquidación',
      lead: 'Desde entonces una participación revertida se adeuda. La paga el próximo proceso diario, si nadie lo hace antes.',
    },
    paySettlement: {
      title: 'Pagar una liquidación',
      lead: 'Primero lo adeudado, luego una billetera inmediata por debajo de cero, luego la billetera. No se puede deshacer.',
    },
    voidSettlement: {
      title: 'Anular una liquidación',
      lead: 'Sus participaciones vuelven a estar vencidas, para la próxima liquidación.',
    },
    matchTopUp: {
      title: 'Confirmar que una transferencia está en el extracto bancario',
      lead: 'El dinero cuenta como recibido, y un depósito regular puede quedar disponible.',
    },
    reverseTopUp: {
      title: 'Revertir un depósito',
      lead: 'Otra persona de administración lo aprueba primero. La billetera devuelve lo que tiene, y la empresa debe el resto.',
    },
    addPayoutAddress: {
      title: 'Añadir una dirección para retiros',
      lead: 'Compara cada carácter. El dinero enviado a una dirección equivocada se pierde.',
    },
    requestWithdrawal: {
      title: 'Pedir un retiro',
      lead: 'El dinero queda reservado. Un administrador lo revisa antes de pagarlo.',
    },
    approveWithdrawal: {
      title: 'Aprobar un retiro',
      lead: 'Esto es lo que firmas. Se paga en la cadena y nadie puede deshacerlo.',
    },
    rejectWithdrawal: {
      title: 'Rechazar un retiro',
      lead: 'No se paga nada. La billetera recupera el dinero.',
    },
    exportWithdrawals: {
      title: 'Descargar retiros',
      lead: 'El archivo tiene nombres, correos y direcciones de otras personas.',
    },
    decideCoinDeposit: {
      title: 'Decidir sobre cripto',
      lead: 'Otro administrador lo aprueba antes.',
    },
    requestRefundAddress: {
      title: 'Solicitar la dirección de un reembolso',
      lead: 'Avisamos a la empresa, que escribe y confirma la dirección ella misma.',
    },
    requestCoinRefund: {
      title: 'Solicitar un reembolso',
      lead: 'Todo lo que llegó para este depósito va a esta dirección. Compárala: si está mal, no se puede deshacer.',
    },
    refundToEnteredAddress: {
      title: 'Devolver monedas a una dirección que escribiste',
      lead: 'Otro administrador lo aprueba antes. Compara la dirección con la que dio la empresa: si está mal, no se puede deshacer.',
    },
    stopCoinRefund: {
      title: 'Detener el reembolso de estas monedas',
      lead: 'Otro administrador lo aprueba antes. No se envía nada más y el depósito vuelve a revisión.',
    },
    createTransfer: {
      title: 'Mover dinero entre dos billeteras',
      lead: 'Por encima del límite de la configuración, otra persona de administración lo aprueba antes. Solo se deshace con una transferencia de vuelta.',
    },
    reverseTransfer: {
      title: 'Revertir una transferencia',
      lead: 'El destinatario devuelve el neto y el operador la comisión. Por encima del límite de la configuración, otra persona de administración lo aprueba antes.',
    },
    createWalletLoad: {
      title: 'Mover dinero de una billetera a una tarjeta',
      lead: 'Por encima del límite de los ajustes, otro administrador lo aprueba antes. Cuando la tarjeta tiene el dinero, nadie puede recuperarlo.',
    },
    createWalletLoadBatch: {
      title: 'Mover dinero de una billetera a muchas tarjetas',
      lead: 'Por encima del límite de los ajustes, otro administrador lo aprueba antes. Lo que una tarjeta ha recibido, nadie puede recuperarlo.',
    },
    stopWalletLoadBatch: {
      title: 'Detener las transferencias que quedan',
      lead: 'Lo transferido se queda. Las demás líneas no se transfieren nunca.',
    },
    cancelWalletLoad: {
      title: 'Cancelar una transferencia a una tarjeta',
      lead: 'La billetera recupera todo el dinero, con la comisión.',
    },
    adjustCard: {
      title: 'Ajustar una tarjeta',
      lead: 'Por encima del límite de la configuración, otra persona de administración lo aprueba primero. El emisor de la tarjeta mueve el dinero y la nota queda en el registro.',
    },
    reverseAdjustment: {
      title: 'Deshacer un ajuste',
      lead: 'Se registra el monto opuesto y ambos se nombran entre sí. Solo se puede hacer una vez.',
    },
    adjustWallet: {
      title: 'Ajustar una billetera',
      lead: 'Por encima del límite de la configuración, otra persona de administración lo aprueba antes. La nota queda en el registro.',
    },
    recordTreasuryOperation: {
      title: 'Registrar lo que hizo el dinero del operador',
      lead: 'Otro administrador lo aprueba antes de que se contabilice.',
    },
    creditCompanyLoad: {
      title: 'Abonar lo que llegó para esta carga',
      lead: 'Por encima del límite de los ajustes, otro administrador lo aprueba antes de que se abone a la tarjeta.',
    },
    refundCompanyLoad: {
      title: 'Reembolsar este pago',
      lead: 'Otro administrador lo aprueba. Se envía a la dirección que confirmó quien pagó.',
    },
    stopCompanyRefund: {
      title: 'Detener este reembolso',
      lead: 'No se envía nada más. El dinero queda con nosotros y quien pagó vuelve a elegir.',
    },
    undoCompanyLoad: {
      title: 'Deshacer esta carga',
      lead: 'La tarjeta no recibe nada, la comisión se devuelve entera y el dinero vuelve a ser de quien pagó hasta que elija.',
    },
    reverseCompanyLoad: {
      title: 'Revertir esta carga',
      lead: 'Otro administrador lo aprueba. Después el emisor la retira de la tarjeta, y se devuelven su comisión y sus participaciones.',
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
