import type { messages as en } from '../en/person.ts'
import type { Translation } from '../translation.ts'

export const messages: Translation<typeof en> = {
  email: 'Correo',
  password: 'Contraseña',
  passwordHint: 'Al menos {count} caracteres.',
  confirmation: 'Repite la contraseña',
  name: 'Nombre',
  firstName: 'Nombre',
  lastName: 'Apellidos',
  birthDate: 'Fecha de nacimiento',
  tooYoung:
    '<b>Debes tener más de 18 años para registrarte.</b> Con esta fecha, puedes registrarte desde el {day}. Si la fecha está mal, corrígela aquí.',
  gender: 'Género',
  genders: {
    female: 'Femenino',
    male: 'Masculino',
    other: 'Otro',
    undisclosed: 'Prefiero no decirlo',
  },
  mobile: 'Teléfono móvil',
  mobileHint: 'Te enviamos códigos por SMS solo cuando los pidas.',
  mobileElsewhere: 'Este número es de {number} y vives en {home}. Revisa el código de país.',
  address: 'Dirección',
  country: 'País de residencia',
  street: 'Calle y número',
  city: 'Ciudad',
  state: 'Estado o región',
  zip: 'Código postal',
  none: 'Sin indicar',
}
