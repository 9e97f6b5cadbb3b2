import type { Page } from '@playwright/test'

/** A passkey that was made without a browser. */
export type StoredPasskey = {
  readonly id: string
  readonly rpId: string
  readonly userHandle: string
  readonly pkcs8: Buffer
  readonly uses: number
}

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
  { isSynced = false, passkey }: { isSynced?: boolean; passkey?: StoredPasskey } = {},
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
  if (passkey)
    await devtools.send('WebAuthn.addCredential', {
      authenticatorId,
      credential: {
        credentialId: Buffer.from(passkey.id, 'base64url').toString('base64'),
        isResidentCredential: true,
        rpId: passkey.rpId,
        privateKey: passkey.pkcs8.toString('base64'),
        userHandle: Buffer.from(passkey.userHandle, 'base64url').toString('base64'),
        signCount: passkey.uses,
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
