import type { messages as en } from '../en/declines.ts'
import type { Translation } from '../translation.ts'

export const messages: Translation<typeof en> = {
  insufficientFunds: 'Tenías {available}, {missing} menos que el pago.',
  insufficientFundsNow: 'Entonces tenías {available}. Ahora te alcanza: vuelve a intentarlo.',
  cardPaused: 'La tarjeta estaba en pausa.',
  cardBlocked: 'La tarjeta estaba bloqueada.',
  cardNotActivated: 'La tarjeta todavía no estaba activada.',
  cardExpired: 'La tarjeta había vencido.',
  cardClosed: 'La tarjeta ya no está en uso.',
  merchantBlocked: 'Esta tarjeta no se puede usar en este tipo de comercio.',
  wrongSecurityCode: 'El código de seguridad no era correcto. Revísalo y vuelve a intentarlo.',
  wrongPin: 'El PIN no era correcto. Revísalo y vuelve a intentarlo.',
  cashOff: 'Los retiros de efectivo están desactivados para esta tarjeta.',
  onlineOff: 'Los pagos en línea están desactivados para esta tarjeta.',
  overPaymentLimit: 'El monto superaba el límite por pago.',
  overDailyLimit: 'El monto superaba lo que quedaba del límite diario.',
  overMonthlyLimit: 'El monto superaba lo que quedaba del límite mensual.',
  suspectedFraud: 'El emisor detuvo este pago porque parecía un fraude.',
  other: 'El emisor rechazó este pago.',
  fixes: {
    load: 'Cargar lo que falta',
    resume: 'Reanudar la tarjeta',
    activate: 'Activar la tarjeta',
    retry: 'Volver a intentar',
    other_shop: 'Paga allí con otra tarjeta',
    limits: 'Cambiar los límites',
    support: 'Escribir a soporte',
  },
}
