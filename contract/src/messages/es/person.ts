import type { messages as en } from '../en/person.ts'
import type { Translation } from '../translation.ts'

export const messages: Translation<typeof en> = {
  email: 'Correo',
  password: 'Contraseña',
  passwordHint: 'Al menos {count} caracteres.',
  confirmation: 'La contraseña otra vez',
  name: 'Nombre',
  firstName: 'Nombre',
  lastName: 'Apellidos',
  birthDate: 'Fecha de nacimiento',
  tooYoung:
    '<b>Debes tener más de 18 años para registrarte.</b> Con esta fecha puedes desde el {day}. Si es un error, corrígelo aquí.',
  gender: 'Género',
  genders: {
    female: 'Femenino',
    male: 'Masculino',
    other: 'Otro',
    undisclosed: 'Prefiero no decirlo',
  },
  mobile: 'Móvil/teléfono',
  mobileHint: 'Para códigos por SMS, solo cuando los pidas.',
  address: 'Dirección',
  country: 'País',
  street: 'Calle y número',
  city: 'Ciudad',
  state: 'Estado o región',
  zip: 'Código postal',
  none: 'Sin indicar',
}
