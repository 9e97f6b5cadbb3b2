import type { Page } from '@playwright/test'

export type Authenticator = {
  /** Whether the person touches the device at once: not, and the browser waits. */
  readonly touches: (atOnce: boolean) => Promise<void>
  /** The device is lost, and what it kept. */
  readonly lose: () => Promise<void>
}

/**
 * A device of the person: their face or finger (`internal`), or a key that is plugged in (`usb`). What a synced one keeps
 * is on all of their devices.
 */
export const addAuthenticator = async (
  page: Page,
  transport: 'internal' | 'usb' = 'internal',
  { isSynced = false }: { isSynced?: boolean } = {},
): Promise<Authenticator> => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport,
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
      defaultBackupEligibility: isSynced,
      defaultBackupState: isSynced,
    },
  })
  return {
    touches: async (enabled) => {
      await devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
    },
    lose: async () => {
      await devtools.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
    },
  }
}
