import type { Page } from '@playwright/test'

export type Authenticator = {
  /** Whether the person touches the device at once; if not, the browser waits. */
  readonly touches: (atOnce: boolean) => Promise<void>
  /** Removes the device with all data stored on it. */
  readonly lose: () => Promise<void>
}

/**
 * An authenticator of the person: the device itself (`internal`) or a plugged-in key (`usb`). The passkeys of
 * a synced one are on all of the person's devices.
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
