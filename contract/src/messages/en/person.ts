/** What is asked of a person and shown of them, in a registration and in a profile. */
export const messages = {
  email: 'E-mail',
  password: 'Password',
  passwordHint: 'At least {count} characters.',
  confirmation: 'Password again',
  name: 'Name',
  firstName: 'First name',
  lastName: 'Last name',
  birthDate: 'Date of birth',
  tooYoung:
    '<b>You must be over 18 to register.</b> With this date you can from {day}. If it is a typing error, correct it here.',
  gender: 'Gender',
  genders: {
    female: 'Female',
    male: 'Male',
    other: 'Other',
    undisclosed: 'I would rather not say',
  },
  mobile: 'Mobile/phone',
  mobileHint: 'For codes by SMS, only when you ask for one.',
  address: 'Address',
  country: 'Country',
  street: 'Street and number',
  city: 'City',
  state: 'State or region',
  zip: 'Zip code',
  none: 'Not given',
} as const
