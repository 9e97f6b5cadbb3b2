import { createService, type Service } from '../kernel/service.ts'
import { mountMailControl } from './mail-control.ts'
import { mountMailPages } from './mail-pages.ts'
import { mailCredentials, type MailSettings } from './mail-settings.ts'
import { createMessageStore } from './message-store.ts'
import { createSmtpCatcher } from './smtp-catcher.ts'
import { createSmtpFaults } from './smtp-faults.ts'
import { mountTextMessages } from './text-messages.ts'

/**
 * Starts the mailbox and the phone: SMTP, the text message interface, pages and control plane. Resolves when
 * both ports listen. `sandbox/mail/README.md` describes calls and bodies.
 */
export const startMail = async (settings: MailSettings): Promise<Service> => {
  const credentials = mailCredentials(settings.credentials)
  const service = createService(settings)
  const { app, store, clock } = service
  const messages = createMessageStore(store)
  const faults = createSmtpFaults()
  const port = settings.smtpPort ?? settings.port + 1
  // Mail has real dates, whatever the virtual clock says.
  const now = clock.realNow
  const smtp = createSmtpCatcher({ port, credentials, messages, faults, now })
  mountTextMessages({ app, credentials, messages, now })
  mountMailControl({ app, messages, faults })
  mountMailPages({ app, settings, messages })
  service.onReset(() => faults.clear())
  const close = async () => {
    await smtp.close()
    await service.close()
  }
  try {
    await smtp.listen()
    await service.listen()
  } catch (cause) {
    await close()
    throw cause
  }
  return { ...service, close }
}
