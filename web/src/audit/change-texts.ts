/** Entities and fields of changes whose names are in the catalogue. */
const entities = [
  'user',
  'company',
  'setting',
  'card',
  'load',
  'refund',
  'factor',
  'kyc_case',
  'note',
] as const
const fields = [
  'locale',
  'chosenTimeZone',
  'firstName',
  'lastName',
  'gender',
  'birthDate',
  'mobile',
  'street',
  'city',
  'zip',
  'state',
  'country',
  'email',
  'passwordChangedAt',
  'otpLogin',
  'lockAfterSeconds',
  'lockouts',
  'method',
  'name',
  'status',
  'pendingCall',
  'paymentCents',
  'dayCents',
  'monthCents',
  'creditedNetCents',
  'loadId',
  'hold',
  'attemptsUsed',
  'granted',
  'denied',
  'dataScope',
  'listedCompanies',
  'roleId',
] as const

type TextKey = `entity.${(typeof entities)[number]}` | `field.${(typeof fields)[number]}`
type TextOf = (key: TextKey) => string

/** `chosenTimeZone` as plain text, for a name that the catalogue does not have yet. */
const plainNameOf = (name: string): string =>
  name
    .replaceAll(/_|(?=[A-Z])/g, ' ')
    .toLowerCase()
    .trim()

export const entityText = (t: TextOf, name: string): string => {
  const known = entities.find((each) => each === name)
  return known ? t(`entity.${known}`) : plainNameOf(name)
}
export const fieldText = (t: TextOf, name: string): string => {
  const known = fields.find((each) => each === name)
  return known ? t(`field.${known}`) : plainNameOf(name)
}
