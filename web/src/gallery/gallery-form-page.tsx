import { z } from 'zod'
import { Mobile, PersonName } from '@cardamom/contract/identity/person-fields'
import { useState } from 'react'
import { useBack } from '../kernel/back.ts'
import { Button, TextLink } from '../ui/button.tsx'
import { DateField } from '../ui/date-field.tsx'
import { FieldGroup } from '../ui/field.tsx'
import { Controlled, useContractForm, useRows } from '../ui/form.tsx'
import { ActionBar } from '../ui/page-parts.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { PhoneField } from '../ui/phone-field.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { ProgressSteps } from '../ui/stepper.tsx'
import { CodeField, EmailField, TextArea, TextField } from '../ui/text-field.tsx'
import { Checkbox } from '../ui/toggles.tsx'

const Sample = z.object({
  firstName: PersonName,
  lastName: PersonName,
  birthDate: z.iso.date(),
  gender: z.string(),
  mobile: Mobile,
  email: z.email(),
  password: z.string().min(6, { error: 'password_too_short' }),
  code: z.string().regex(/^\d{6}$/),
  note: z.string(),
  terms: z.literal(true, { error: 'terms_not_accepted' }),
  contacts: z.array(z.object({ name: PersonName, email: z.email() })),
})

/** A list of rows in a form; each row has its own fields. */
const Contacts = ({ form }: { form: ReturnType<typeof useSample> }) => {
  const { fields, append, remove } = useRows(form, 'contacts')
  return (
    <FieldGroup label="Contacts" aside="optional">
      <div className="flex flex-col gap-5">
        {fields.map(({ id }, at) => (
          <div key={id} className="grid items-end gap-3 md:grid-cols-[1fr_1fr_auto]">
            <TextField label="Name" {...form.field(`contacts.${at}.name`)} />
            <EmailField label="E-mail" {...form.field(`contacts.${at}.email`)} />
            <Button onClick={() => remove(at)}>Remove</Button>
          </div>
        ))}
        <Button onClick={() => append({ name: '', email: '' })}>Add a contact</Button>
      </div>
    </FieldGroup>
  )
}

const MoreFields = ({ form }: { form: ReturnType<typeof useSample> }) => (
  <>
    <EmailField label="E-mail" {...form.field('email')} />
    <PasswordField
      label="Password"
      aside={<TextLink to="/recover">Forgot it?</TextLink>}
      autoComplete="new-password"
      strength={{ password: form.watch('password'), minimum: 6 }}
      {...form.field('password')}
    />
    <CodeField label="Activation code" hint="Six digits, in the card’s package." {...form.field('code')} />
    <TextField
      label="Amount"
      start="$"
      end={<span className="px-2 text-mute">USD</span>}
      inputMode="decimal"
    />
    <Contacts form={form} />
    <TextArea label="Note" aside="optional" {...form.field('note')} />
    <Checkbox {...form.field('terms')}>I accept the terms and the fees.</Checkbox>
  </>
)

const useSample = () =>
  useContractForm({
    schema: Sample,
    defaultValues: {
      firstName: 'Mateo',
      lastName: 'Quispe Rojas',
      birthDate: '2009-03-14',
      gender: '',
      mobile: '+51987654321',
      email: '',
      password: '',
      code: '',
      note: '',
      contacts: [{ name: 'Lucía Quispe', email: '' }],
    },
  })

/** One step of the registration, with every kind of field. */
export const GalleryFormPage = () => {
  const form = useSample()
  const [goBack] = useState(() => () => history.back())
  useBack(goBack)
  return (
    <form noValidate onSubmit={form.send(async () => undefined)} className="mx-auto max-w-120">
      <ProgressSteps names={['Account', 'You', 'Address', 'Review']} current={1} />
      <h1 className="mt-5 text-xl font-semibold">About you</h1>
      <p className="mt-1 mb-5 text-mute">As it is written on your passport or ID.</p>
      <div className="flex flex-col gap-5">
        <TextField label="First name" autoComplete="given-name" {...form.field('firstName')} />
        <TextField label="Last name" autoComplete="family-name" {...form.field('lastName')} />
        <Controlled form={form} name="birthDate">
          {({ error, ...field }) => (
            <DateField
              label="Date of birth"
              autoComplete="bday"
              {...field}
              error={
                error ?? (
                  <>
                    <b className="font-semibold">You must be over 18 to register.</b> With this date you can
                    from 14 Mar 2027. If it is a typing error, correct it here.
                  </>
                )
              }
            />
          )}
        </Controlled>
        <SelectField
          label="Gender"
          aside="optional"
          placeholder
          options={[
            { value: 'female', label: 'Female' },
            { value: 'male', label: 'Male' },
          ]}
          {...form.field('gender')}
        />
        <Controlled form={form} name="mobile">
          {(field) => (
            <PhoneField
              label="Mobile phone"
              country="PE"
              hint="For codes by SMS, only when you request one."
              {...field}
            />
          )}
        </Controlled>
        <MoreFields form={form} />
      </div>
      <ActionBar note="Saved as you type. You can finish later on any device.">
        <Button type="submit" variant="primary">
          Continue
        </Button>
      </ActionBar>
    </form>
  )
}
