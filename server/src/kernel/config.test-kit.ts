import { generateKeyPairSync } from 'node:crypto'

const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const address = (digit: number) => `0x${String(digit).repeat(40)}`

/** Settings of a production server that a start accepts: services on other hosts, and a key for each. */
export const productionSettings = {
  DATABASE_URL: 'postgres://owner:owners-password@db.example:5432/cardamom',
  DATABASE_APP_URL: 'postgres://app:app-password@db.example:5432/cardamom',
  DATABASE_SIGNER_URL: 'postgres://signer:signer-password@db.example:5432/cardamom',
  DATABASE_ACCOUNTS_URL: 'postgres://accounts:accounts-password@db.example:5432/cardamom',
  PUBLIC_URL: 'https://cards.example',
  TRUST_PROXY: '10.0.0.0/8',
  WEB_DIR: 'web/dist',
  ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
  LEDGER_SIGNING_KEY: Buffer.alloc(32, 2).toString('base64'),
  SCREENING_URL: 'https://yente.example',
  SCREENING_API_KEY: 'key-of-the-lists',
  WALLET_SCREENING_URL: 'https://wallets.example',
  WALLET_SCREENING_API_KEY: 'key-of-the-wallets',
  SMTP_URL: 'smtps://mailer:mail-password@mail.example',
  MAIL_FROM: 'cards@cards.example',
  SUPPORT_EMAIL: 'support@cards.example',
  KYC_URL: 'https://kyc.example',
  KYC_API_KEY: 'key-of-the-kyc',
  KYC_SHARED_SECRET: 'shared-secret-of-the-kyc',
  SMS_URL: 'https://sms.example',
  SMS_ACCOUNT_SID: 'AC00000000000000000000000000000000',
  SMS_AUTH_TOKEN: 'token-of-the-sms',
  AUTHSIGNAL_API_URL: 'https://au.api.authsignal.com/v1',
  AUTHSIGNAL_TENANT_ID: 'tenant',
  AUTHSIGNAL_SECRET: 'secret-of-the-step-up',
  ISSUER_URL: 'https://issuer.example',
  ISSUER_API_KEY: 'key-of-the-issuer',
  ISSUER_WEBHOOK_KEY: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
  EVM_RPC_URL: 'https://node.example/v3/key0123456789abcdef?token=chain-token',
  EVM_CHAIN: JSON.stringify({
    chainId: 1,
    tokens: [{ symbol: 'USDC', name: 'USD Coin', address: address(1), decimals: 6, network: 'ethereum' }],
    feeds: { USDC: [address(2), address(3)] },
    forwarderFactory: address(4),
    forwarderInitCodeHash: `0x${'5'.repeat(64)}`,
    treasury: address(6),
    payoutWallet: address(7),
  }),
}

/** Settings of a local server, as the start command makes them. */
export const sandboxSettings = {
  ...productionSettings,
  SANDBOX: 'on',
  PUBLIC_URL: 'http://localhost:4000',
}
