import { randomUUID } from 'node:crypto'
import { metaOf, type CardRow } from './card-rows.ts'
import type { Desk } from './desk.ts'
import { Refusal } from './refusal.ts'

type Forwarding = {
  readonly enrolled: boolean
  readonly biometricEnrolled: boolean
  readonly smsEnrolled: boolean
}

const none: Forwarding = { enrolled: false, biometricEnrolled: false, smsEnrolled: false }

export const forwardingOf = (card: CardRow): Forwarding => ({
  ...none,
  ...(JSON.parse(card.three_ds) as Partial<Forwarding>),
})

export const setForwarding = (
  desk: Desk,
  card: CardRow,
  wanted: { biometricEnroll: boolean; smsEnroll: boolean },
): void => {
  const next: Forwarding = {
    enrolled: wanted.biometricEnroll || wanted.smsEnroll,
    biometricEnrolled: wanted.biometricEnroll,
    smsEnrolled: wanted.smsEnroll,
  }
  desk.db.run('update card set three_ds = ? where id = ?', JSON.stringify(next), card.id)
}

const answerMs = 300_000

type Action = {
  readonly id: string
  readonly card_id: string
  readonly answer: bigint | null
  readonly created_at: string
}

/** A shop requires 3-D Secure: the subscriber is notified and has five minutes. Returns the action's id. */
export const startThreeDs = (
  desk: Desk,
  card: CardRow,
  of: { merchantName: string; amount: string },
): string => {
  const id = randomUUID()
  const at = desk.now().toISOString()
  desk.db.run('insert into three_ds_action (id, card_id, created_at) values (?, ?, ?)', id, card.id, at)
  desk.emit({
    eventType: 'notification',
    eventName: 'biometric_auth_notification_received',
    data: {
      cardId: card.id,
      status: 'PENDING',
      merchantName: of.merchantName,
      initiateActionId: id,
      transactionAmount: `${of.amount}00`,
      merchantCountryCode: '840',
      transactionCurrency: '840',
      transactionTimestamp: at,
    },
  })
  return id
}

export const answerThreeDs = (
  desk: Desk,
  of: { cardId: string; actionId: string; approve: boolean },
): void => {
  const action = desk.db.one<Action>('select * from three_ds_action where id = ?', of.actionId)
  const isOpen =
    action?.card_id === of.cardId &&
    action.answer === null &&
    desk.now().getTime() - new Date(action.created_at).getTime() <= answerMs
  if (!isOpen) throw new Refusal(406, '0313005', 'Error answering biometric auth request')
  desk.db.run('update three_ds_action set answer = ? where id = ?', of.approve ? 1 : 0, of.actionId)
}

/** The client's answer; null until there is one. */
export const threeDsAnswer = (desk: Desk, actionId: string): boolean | null => {
  const action = desk.db.one<Action>('select * from three_ds_action where id = ?', actionId)
  if (!action) throw new Refusal(404, 'not_found', 'There is no such action')
  return action.answer === null ? null : action.answer === 1n
}

/** A device wallet wants to add the card: the code is sent to the subscriber too. Returns the code. */
export const sendWalletCode = (desk: Desk, card: CardRow, of: { wallet: string; otp: string }): string => {
  const { dialCode, phoneNumber } = metaOf(card).otpPhoneNumber
  desk.emit({
    eventType: 'notification',
    eventName: 'wallet_tokenization_otp',
    data: {
      otp: of.otp,
      wallet: of.wallet,
      card_id: card.id,
      otp_phone_number: { dial_code: dialCode, phone_number: phoneNumber },
    },
  })
  return of.otp
}
