/**
 * Types of the migrated schema, written by `node tools/schema-types.ts`: change a migration, not this file.
 * Columns of int8 are bigint. A text column whose check lists its values is a union of them.
 */
import type { ColumnType } from "kysely";

export type ArrayType<T> = ArrayTypeImpl<T> extends (infer U)[]
  ? U[]
  : ArrayTypeImpl<T>;

export type ArrayTypeImpl<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S[], I[], U[]>
  : T[];

export type Generated<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S, I | undefined, U>
  : ColumnType<T, T | undefined, T>;

export type Json = JsonValue;

export type JsonArray = JsonValue[];

export type JsonObject = {
  [x: string]: JsonValue | undefined;
};

export type JsonPrimitive = boolean | number | string | null;

export type JsonValue = JsonArray | JsonObject | JsonPrimitive;

export type Numeric = ColumnType<string, number | string, number | string>;

export interface Account {
  asset: string | null;
  balance: Generated<bigint>;
  byRef: boolean;
  class: string;
  closedAt: Date | null;
  code: string;
  companyId: string | null;
  currency: string;
  floor: bigint | null;
  head: Buffer;
  id: string;
  openedAt: Date;
  ownerId: string | null;
  passable: boolean;
  seq: Generated<bigint>;
  side: string;
  traits: number;
}

export interface AccountChange {
  accountId: string;
  asset: string | null;
  at: Date;
  byRef: boolean;
  class: string;
  closedAt: Date | null;
  code: string;
  companyId: string | null;
  currency: string;
  floor: bigint | null;
  id: Generated<string>;
  number: number;
  ownerId: string | null;
  passable: boolean;
  side: string;
  traits: number;
}

export interface Approval {
  checkerId: string | null;
  checkerTag: string;
  companyId: string;
  decidedAt: Date | null;
  encrypted: Buffer | null;
  encryptedSummary: Buffer | null;
  expiresAt: Date;
  failureCode: string | null;
  failureData: Json | null;
  id: string;
  isSelfChecked: Generated<boolean>;
  kind: string;
  makerId: string;
  makerSessionId: string | null;
  note: string | null;
  reason: string;
  requestedAt: Date;
  selfCheckFrom: Date | null;
  status: 'requested' | 'running' | 'approved' | 'rejected' | 'withdrawn' | 'expired' | 'failed';
  stepUp: 'S2' | 'S3';
}

export interface AppUser {
  active: Generated<boolean>;
  chosenTimeZone: string | null;
  city: string | null;
  companyId: string;
  country: string | null;
  createdAt: Date;
  credentialsChangedAt: Date | null;
  defaultPasswordUntil: Date | null;
  email: string;
  emailVerifiedAt: Date | null;
  encrypted: Buffer | null;
  firstName: string;
  gender: 'female' | 'male' | 'other' | 'undisclosed' | null;
  hasReferrals: Generated<boolean>;
  id: string;
  identityVerifiedAt: Date | null;
  isTest: Generated<boolean>;
  lastName: string;
  locale: Generated<'en' | 'es'>;
  mobileDigest: Buffer | null;
  passkeyEnabled: Generated<boolean>;
  passkeyRequired: Generated<boolean>;
  passwordHash: string;
  referralCode: string;
  referrerId: string | null;
  roleId: number;
  searchText: Generated<string>;
  sellerCodeId: string | null;
  sellerOneId: string | null;
  sellerTwoId: string | null;
  state: string | null;
  timeZone: string | null;
  username: string;
  version: Generated<number>;
}

export interface ArchivedQuote {
  address: string;
  asset: string;
  cardId: string | null;
  chain: Json;
  companyId: string;
  decimals: number;
  dueUnits: bigint;
  endedAs: 'cancelled' | 'expired';
  endedAt: Date;
  expiresAt: Date;
  feeCents: bigint;
  feeScheduleId: string;
  grossCents: bigint;
  id: string;
  kind: 'load' | 'card_price' | 'top_up';
  midRate: bigint;
  netCents: bigint;
  network: string;
  quotedAt: Date;
  rate: bigint;
  rates: ArrayType<bigint>;
  ref: string;
  releaseBy: Date;
  releaseFrom: Date;
  salt: string;
  speed: 'regular' | 'immediate';
  spreadHundredthsBp: bigint;
  userId: string;
  version: number;
}

export interface Audit {
  action: string;
  actorId: string | null;
  actorKind: 'anonymous' | 'session' | 'api_key' | 'job';
  address: string;
  at: Date;
  businessAt: Date;
  companyId: string | null;
  details: Generated<Json>;
  device: string | null;
  id: string;
  impersonatorId: string | null;
  objectId: string | null;
  outcome: string;
  requestId: string;
  sessionId: string | null;
  subjectId: string | null;
}

export interface AuditArchive {
  archivedAt: Date;
  entries: bigint;
  file: string;
  fileHash: Buffer;
  fromId: string | null;
  keyId: string;
  lastHash: Buffer;
  lastHeight: bigint;
  partition: string;
  signature: Buffer;
  toId: string;
}

export interface AuditBlock {
  entries: number;
  hash: Buffer;
  height: bigint;
  keyId: string;
  lastId: string;
  ledgerBlock: string | null;
  previous: Buffer;
  root: Buffer;
  signature: Buffer;
  signedAt: Date;
}

export interface AuditChange {
  after: Json | null;
  auditId: string;
  before: Json | null;
  companyId: string | null;
  entity: string;
  entityId: string;
  number: number;
  personal: Buffer | null;
  personalFields: Generated<string[]>;
  userId: string | null;
}

export interface AuditKey {
  encrypted: Buffer;
  subjectId: string;
}

export interface AuditLeaf {
  auditId: string;
  height: bigint;
  leaf: Buffer;
}

export interface BalanceAllowance {
  allowanceCents: bigint;
  changedAt: Date;
  changedBy: string;
  companyId: string;
  guarantorId: string | null;
  id: string;
  reason: string;
  refusedAt: Date | null;
  version: Generated<number>;
}

export interface Block {
  firstNumber: bigint;
  hash: Buffer;
  height: bigint;
  keyId: string;
  lastNumber: bigint;
  previous: Buffer;
  root: Buffer;
  signature: Buffer;
  signedAt: Date;
}

export interface BookCheck {
  findings: number;
  finishedAt: Date;
  onlyRow: Generated<boolean>;
}

export interface CapitalContribution {
  amountCents: bigint;
  approvedBy: string;
  companyId: string;
  id: string;
  reason: string;
  recordedAt: Date;
  requestedBy: string;
}

export interface Card {
  activatedAt: Date | null;
  associatedAt: Date | null;
  bin: string | null;
  blockedAt: Date | null;
  blockedBy: string | null;
  blockNote: string | null;
  blockReason: 'self' | 'admin' | 'issuer' | 'fraud' | null;
  cardTypeId: string;
  companyId: string;
  createdAt: Date;
  enabled: Generated<boolean>;
  expiry: string | null;
  finish: 'plastic' | 'metal' | null;
  form: 'virtual' | 'physical';
  id: string;
  issuerCardId: string | null;
  lastDigits: string | null;
  limitDayCents: bigint | null;
  limitMonthCents: bigint | null;
  limitPaymentCents: bigint | null;
  limitsVersion: Generated<number>;
  nameOnCard: string;
  origin: 'automatic' | 'requested' | 'imported';
  paymentStatus: 'unpaid' | 'pending' | 'paid' | 'refunded' | 'waived';
  pendingCall: string | null;
  pendingFrom: string | null;
  planId: string;
  ref: string;
  reference: string;
  refusal: string | null;
  replacedByCardId: string | null;
  replacesCardId: string | null;
  status: 'new' | 'associated' | 'requested_activation' | 'activated' | 'blocked' | 'replaced' | 'expired' | 'closing' | 'closed' | 'pending';
  userId: string;
  version: Generated<number>;
}

export interface CardCall {
  absentSince: Date | null;
  actorId: string | null;
  attempts: Generated<number>;
  blockReason: 'self' | 'admin' | null;
  calledAt: Date | null;
  cardId: string;
  companyId: string;
  createdAt: Date;
  endedAt: Date | null;
  id: string;
  kind: 'create' | 'freeze' | 'unfreeze' | 'limits';
  limitDayCents: bigint | null;
  limitMonthCents: bigint | null;
  limitPaymentCents: bigint | null;
  note: string | null;
  reference: string;
  refusal: string | null;
  sentAt: Date | null;
  status: 'started' | 'unknown' | 'done' | 'refused';
  userId: string;
}

export interface CardComparison {
  cardId: string | null;
  companyId: string | null;
  comparedAt: Date;
  differenceCents: bigint;
  issuerCardId: string;
}

export interface CardOrder {
  cardId: string;
  cardTypeId: string;
  companyId: string;
  createdAt: Date;
  encrypted: Buffer | null;
  endedAt: Date | null;
  expectedBy: Date | null;
  finish: 'plastic' | 'metal' | null;
  form: 'virtual' | 'physical';
  id: string;
  nameOnCard: string;
  planId: string;
  priceCents: bigint;
  status: 'paid' | 'fulfilled' | 'refunded';
  userId: string;
  wallet: 'regular' | 'immediate' | null;
}

export interface CardPlan {
  archivedAt: Date | null;
  code: string;
  createdAt: Date;
  id: string;
  kind: 'issue' | 'replacement';
  name: string;
  priceCents: bigint;
  version: Generated<number>;
}

export interface CardStock {
  bin: string;
  cardTypeId: string;
  createdAt: Date;
  expiry: string;
  id: string;
  importId: string;
  lastDigits: string;
  serial: string;
}

export interface CardTransaction {
  amountCents: bigint;
  at: Date;
  authorisationCode: string | null;
  authorisedAt: Date | null;
  cardId: string;
  category: string | null;
  companyId: string;
  declineAvailableCents: bigint | null;
  declineReason: string | null;
  feedHeldCents: bigint | null;
  feedSettledCents: bigint | null;
  heldCents: Generated<bigint>;
  holdsUntil: Date | null;
  id: string;
  issuerEventId: string | null;
  issuerTransactionId: string | null;
  loadAcceptance: Generated<number>;
  loadFeeCents: bigint | null;
  loadGrossCents: bigint | null;
  loadId: string | null;
  loadReversalId: string | null;
  loadSpeed: string | null;
  mcc: string | null;
  merchantCity: string | null;
  merchantCountry: string | null;
  merchantName: string | null;
  originalAmount: string | null;
  originalCurrency: string | null;
  originalRate: string | null;
  paymentId: string | null;
  purpose: 'load' | 'purchase' | 'cash' | 'refund' | 'fee' | 'transfer' | 'adjustment' | 'card_price';
  reason: string | null;
  refundOf: Date | null;
  senderName: string | null;
  settledAt: Date | null;
  settledCents: Generated<bigint>;
  status: 'floating' | 'settled' | 'refunded' | 'released' | 'declined';
  userId: string;
  version: Generated<number>;
  walletAdjustmentId: string | null;
  walletTransferId: string | null;
}

export interface CardType {
  archivedAt: Date | null;
  code: string;
  createdAt: Date;
  deliveryBusinessDays: number;
  design: string;
  finish: 'plastic' | 'metal' | null;
  form: 'virtual' | 'physical';
  id: string;
  imageUrl: string | null;
  issuePlanId: string;
  name: string;
  offered: boolean;
  position: number;
  replacementPlanId: string;
  version: Generated<number>;
}

export interface ChainBlock {
  hash: string;
  network: string;
  number: bigint;
  time: Date | null;
}

export interface ChainTransfer {
  asset: string | null;
  blockHash: string;
  blockNumber: bigint;
  blockTime: Date;
  companyId: string | null;
  contractUnits: Numeric;
  finalAt: Date | null;
  id: string;
  loadId: string | null;
  logIndex: number;
  network: string;
  recipient: string;
  residue: bigint | null;
  screenedOut: Generated<boolean>;
  seenAt: Date;
  sender: string;
  status: 'seen' | 'final' | 'gone' | 'unlisted';
  tokenAddress: string;
  txHash: string;
  units: bigint | null;
  userId: string | null;
}

export interface Challenge {
  action: string | null;
  companyId: string;
  createdAt: Date;
  expiresAt: Date;
  id: string;
  level: 'S1' | 'S2' | 'S3' | 'password' | null;
  methods: string[];
  objectHash: Buffer | null;
  proved: string | null;
  providerAction: string;
  purpose: 'login' | 'otp_login' | 'otp_factor' | 'unlock' | 'step_up' | 'enrol';
  secretHash: Buffer | null;
  sentCodeId: string | null;
  sessionId: string | null;
  step: Generated<number>;
  usedAt: Date | null;
  userId: string;
}

export interface ChartLine {
  byRef: boolean;
  class: string;
  code: string;
  currencyKind: 'usd' | 'asset' | 'native' | 'usd_of_asset';
  floor: bigint | null;
  hasAsset: Generated<boolean>;
  ownerKinds: string[];
  passable: boolean;
  side: string;
  traits: number;
}

export interface Clock {
  offsetMs: Generated<bigint>;
  onlyRow: Generated<boolean>;
}

export interface Company {
  active: Generated<boolean>;
  automaticCardCreation: boolean | null;
  brandHex: string | null;
  cardCreationEnabled: boolean | null;
  chroma: number | null;
  companyId: Generated<string>;
  contactEmail: string | null;
  createdAt: Date;
  deviceProfiling: Generated<boolean>;
  domain: string | null;
  hue: number | null;
  id: string;
  kycFlow: 'redirect' | 'frame' | null;
  kycService: string | null;
  lockAfterSeconds: number | null;
  logoUrl: string | null;
  name: string;
  operatorOwned: Generated<boolean>;
  parentId: string | null;
  passkeyMandatory: boolean | null;
  path: string[];
  slug: string;
  supportHours: Json | null;
  tier: number;
  timeZone: string | null;
  url: string | null;
  version: Generated<number>;
  visibleToAdm: Generated<boolean>;
}

export interface CreditDecision {
  choice: 'bind' | 'foreign' | 'retry' | 'return' | 'accept';
  companyId: string;
  confirmedAt: Date | null;
  confirmedBy: string | null;
  endedAt: Date | null;
  id: string;
  issuerTransferId: string;
  proposedAt: Date;
  proposedBy: string;
  refusal: string | null;
  rowId: string | null;
}

export interface DailyTotal {
  amount: bigint;
  asset: string | null;
  class: string;
  code: string;
  currency: string;
  day: string;
  side: string;
}

export interface DataScope {
  companyId: string;
  kind: 'own' | 'subtree' | 'listed' | 'all';
  setAt: Date;
  setBy: string;
  userId: string;
}

export interface DemoRecord {
  kind: 'company' | 'person' | 'seller_code' | 'life';
  madeAt: Date;
  rowId: string;
}

export interface Download {
  call: string;
  companyId: string;
  expiresAt: Date;
  lang: 'en' | 'es';
  query: Json;
  scope: Json;
  sessionId: string;
  tokenHash: Buffer;
  userId: string;
}

export interface DutyFunction {
  duty: 'signer' | 'accounts';
  name: string;
}

export interface EmailChange {
  cancelledAt: Date | null;
  cancelledBy: 'person' | 'old_address' | 'replaced' | 'expired' | 'password_changed' | 'address_used' | null;
  companyId: string;
  confirmedAt: Date | null;
  dueAt: Date | null;
  fromEmail: string;
  id: string;
  informed: Generated<boolean>;
  informedAt: Date | null;
  informedBy: string | null;
  newConfirmedAt: Date | null;
  oldConfirmedAt: Date | null;
  requestedAt: Date;
  searchText: Generated<string>;
  sessionId: string | null;
  state: Generated<string>;
  teamConfirmedAt: Date | null;
  teamConfirmedBy: string | null;
  toEmail: string;
  userId: string;
}

export interface EmergencyMaximum {
  changedAt: Date;
  changedBy: string;
  companyId: string;
  id: string;
  maximumCents: bigint | null;
  reason: string;
  version: Generated<number>;
}

export interface Event {
  at: Date;
  companyId: string | null;
  entity: string;
  entityId: string;
  id: string;
  openFrom: Generated<string>;
  payload: Generated<Json>;
  tx: Generated<string>;
  type: string;
  userId: string | null;
}

export interface Factor {
  companyId: string;
  createdAt: Date;
  credentialId: string | null;
  detail: string | null;
  deviceId: string | null;
  fullFrom: Date;
  id: string;
  lastUsedAt: Date | null;
  method: 'passkey' | 'security_key' | 'totp' | 'email_otp' | 'sms' | 'magic_link';
  name: string;
  providerId: string;
  synced: boolean | null;
  userId: string;
}

export interface FactorRecovery {
  companyId: string;
  createdAt: Date;
  encrypted: Buffer;
  endedAt: Date | null;
  expiresAt: Date;
  goHash: Buffer;
  id: string;
  readyAt: Date | null;
  selfieRequestedAt: Date | null;
  sessionId: string | null;
  status: 'mailed' | 'selfie' | 'waiting' | 'done' | 'cancelled' | 'failed';
  stopHash: Buffer;
  userId: string;
}

export interface FeeSchedule {
  approvedBy: string | null;
  baseId: string | null;
  companyId: string | null;
  createdAt: Date;
  createdBy: string | null;
  id: string;
  immediateHundredthsBp: ArrayType<bigint>;
  level: Generated<number>;
  ownerId: Generated<string>;
  reason: string | null;
  regularHundredthsBp: ArrayType<bigint>;
  transferHundredthsBp: ArrayType<bigint>;
  validFrom: Date;
  version: number;
  way: Generated<'operator' | 'company' | 'followed' | 'ended'>;
}

export interface GasDay {
  bookedAt: Date;
  companyId: string;
  day: string;
  id: string;
  network: string;
  units: bigint;
  valueCents: bigint;
}

export interface GasFee {
  blockNumber: bigint | null;
  feeWei: Numeric;
  network: string;
  readAt: Date;
  txHash: string;
}

export interface Holder {
  cif: string | null;
  clientCode: string;
  companyId: string;
  createdAt: Date;
  userId: string;
}

export interface Idempotency {
  at: Date;
  body: string;
  fingerprint: Buffer;
  key: string;
  principal: string;
  status: number;
}

export interface Impersonation {
  adminId: string;
  changesAllowedAt: Date | null;
  changesAllowedBy: string | null;
  changesReason: string | null;
  companyId: string;
  createdAt: Date;
  endedAt: Date | null;
  endsAt: Date | null;
  id: string;
  linkExpiresAt: Date;
  openedAt: Date | null;
  reason: string;
  sessionId: string;
  tokenHash: Buffer;
  userId: string;
}

export interface Incident {
  closes: Generated<string[]>;
  createdAt: Date;
  createdBy: string;
  endedAt: Date | null;
  endedBy: string | null;
  id: string;
  kind: 'information' | 'incident' | 'maintenance';
  readers: 'everyone' | 'signedOut' | 'cardholders' | 'administrators';
  startsAt: Date;
  textEn: string;
  textEs: string;
  until: Date | null;
}

export interface IssuerCursor {
  cursor: string | null;
  name: string;
  readAt: Date;
}

export interface IssuerDay {
  availableCents: bigint;
  checkedAt: Date | null;
  day: string;
  detail: string | null;
  outcome: 'agrees' | 'differs' | null;
  readAt: Date;
}

export interface IssuerEvent {
  about: 'transaction' | 'card' | 'account' | 'other';
  body: Json;
  eventId: string;
  id: string;
  issuerTransactionId: string | null;
  receivedAt: Date;
  source: 'webhook' | 'poll';
  traceId: string | null;
}

export interface IssuerHistoryRow {
  amountMills: bigint;
  companyId: string;
  id: string;
  issuerCardId: string;
  issuerTransferId: string | null;
  rowId: string;
  seenAt: Date;
  status: 'bound' | 'foreign' | 'stray';
  type: 'deposit' | 'withdrawal';
}

export interface IssuerTransfer {
  absentSince: Date | null;
  amountCents: bigint;
  attempts: Generated<number>;
  calledAt: Date | null;
  companyId: string;
  creditBeforeMills: bigint | null;
  id: string;
  isExplained: Generated<boolean>;
  issuerCardId: string;
  loadId: string | null;
  loadReversalId: string | null;
  part: number;
  refusal: string | null;
  reviewAt: Date | null;
  reviewFrom: 'checking' | 'sent' | 'applied' | null;
  reviewReason: 'foreign_row' | 'undecided' | 'absent_again' | 'row_missing' | null;
  sentAt: Date | null;
  spentBeforeMills: bigint | null;
  spentFrom: Date | null;
  startedAt: Date;
  status: 'started' | 'checking' | 'sent' | 'applied' | 'review' | 'done' | 'refused';
  walletAdjustmentId: string | null;
  walletTransferId: string | null;
}

export interface Job {
  attempts: Generated<number>;
  dead: Generated<boolean>;
  dueAt: Date;
  failedAt: Date | null;
  firstFailedAt: Date | null;
  id: string;
  key: string | null;
  lastError: string | null;
  lease: Generated<number>;
  leasedBy: number | null;
  leasedUntil: Date | null;
  name: string;
  payload: Generated<Json>;
}

export interface JobRun {
  durationMs: number;
  error: string | null;
  failed: boolean;
  failedAt: Date | null;
  name: string;
  startedAt: Date;
}

export interface Journal {
  breakId: string | null;
  commandHash: Buffer;
  effectiveAt: Date;
  id: string;
  idem: string;
  kind: string;
  recordedAt: Date;
  reverses: string | null;
  subjectId: string | null;
}

export interface JournalDetail {
  actor: string | null;
  journalId: string;
  metadata: Json | null;
  reason: string | null;
}

export interface JournalKey {
  journalId: string;
  key: Buffer;
  reverses: string | null;
}

export interface JournalKind {
  built: boolean;
  credits: Generated<string>;
  debits: Generated<string>;
  keyPattern: string;
  module: string;
  name: string;
  namesBreak: boolean;
  oneWallet: Generated<boolean>;
  outside: boolean;
  reversible: Generated<boolean>;
}

export interface KeyCheck {
  answer: Buffer;
  name: string;
}

export interface KycAttempt {
  caseId: string;
  companyId: string;
  createdAt: Date;
  decidedAt: Date | null;
  facts: Buffer | null;
  id: string;
  images: Generated<Json>;
  isDecided: boolean;
  isUsed: boolean;
  number: number | null;
  providerAttemptId: string;
  sessionId: string;
  status: string;
  userId: string;
}

export interface KycCase {
  attemptLimit: Generated<number>;
  attemptsUsed: Generated<number>;
  changedAt: Date;
  companyId: string;
  createdAt: Date;
  findings: Generated<string[]>;
  id: string;
  kycHold: Generated<boolean>;
  reason: string | null;
  round: Generated<number>;
  sessionId: string | null;
  stated: Buffer | null;
  status: 'created' | 'started' | 'submitted' | 'positive' | 'declined' | 'resubmitted' | 'expired' | 'abandoned' | 'needs_review' | 'admin_approved' | 'admin_rejected' | 'reset' | null;
  userId: string;
  version: Generated<number>;
}

export interface KycDocument {
  at: Date;
  caseId: string;
  digest: Buffer;
}

export interface KycEvent {
  body: Buffer;
  bodyDigest: Buffer;
  caseId: string | null;
  changed: boolean | null;
  companyId: string | null;
  id: string;
  provider: string;
  providerAttemptId: string | null;
  providerSessionId: string;
  receivedAt: Date;
  userId: string | null;
  what: string;
}

export interface KycSession {
  caseId: string;
  companyId: string;
  expiresAt: Date | null;
  id: string;
  openedAt: Date | null;
  provider: string;
  providerSessionId: string | null;
  requestedAt: Date;
  status: 'requested' | 'open' | 'closed' | 'lost';
  url: Buffer | null;
  userId: string;
}

export interface KycStep {
  actorId: string | null;
  at: Date;
  attempt: number | null;
  attemptId: string | null;
  by: 'person' | 'provider' | 'admin' | 'system';
  caseId: string;
  companyId: string;
  id: string;
  note: string | null;
  reason: string | null;
  round: number;
  seq: number;
  status: string;
  userId: string;
}

export interface LedgerBatch {
  answer: string | null;
  at: Date;
  id: string;
}

export interface LedgerBreak {
  accountId: string;
  at: Date;
  balance: bigint;
  class: 'overdrawn_card' | 'master_balance';
  companyId: string | null;
  id: string;
  journalId: string;
  ownerId: string | null;
}

export interface ListedCompany {
  companyId: string;
  listedAt: Date;
  listedBy: string;
  userId: string;
}

export interface Load {
  acceptance: Generated<number>;
  acceptedAt: Date | null;
  address: string;
  addressRequestedAt: Date | null;
  asset: string;
  cardId: string | null;
  chain: Json;
  companyId: string;
  creditedAt: Date | null;
  creditReview: Generated<boolean>;
  decimals: number;
  dueUnits: bigint;
  exception: 'underpaid' | 'overpaid' | 'late' | 'wrong_asset' | 'second_payment' | 'below_minimum' | 'over_limit' | 'kyc' | 'screening' | null;
  expiresAt: Date;
  feeCents: bigint;
  feeScheduleId: string;
  grossCents: bigint;
  id: string;
  kind: Generated<'load' | 'card_price' | 'top_up'>;
  midRate: bigint;
  netCents: bigint;
  network: string;
  operatorCents: bigint | null;
  parentId: string | null;
  part: Generated<number>;
  quotedAt: Date;
  rate: bigint;
  rates: ArrayType<bigint>;
  ref: string;
  releaseBy: Date;
  releaseFrom: Date;
  salt: string;
  speed: 'regular' | 'immediate';
  spreadCents: bigint | null;
  spreadHundredthsBp: bigint;
  status: 'quoted' | 'detected' | 'cancelled' | 'expired' | 'confirmed' | 'review' | 'held' | 'crediting' | 'credited' | 'credit_failed' | 'refunding' | 'refunded' | 'topped_up';
  userId: string;
  version: Generated<number>;
  waitsForFloat: Generated<boolean>;
}

export interface LoadDay {
  companyId: string;
  day: string;
  feeCents: bigint;
  grossCents: bigint;
  loads: number;
  netCents: bigint;
}

export interface LoadDayProgress {
  onlyRow: Generated<boolean>;
  summedTo: string | null;
}

export interface LoadHistory {
  at: Date;
  companyId: string;
  exception: string | null;
  id: string;
  loadId: string;
  status: string;
  userId: string;
}

export interface LoadLimitUse {
  companyId: string;
  id: string;
  userId: string;
  version: Generated<number>;
}

export interface LoadPart {
  acceptance: number;
  at: Date;
  companyId: string;
  feeCents: bigint;
  grossCents: bigint;
  id: string;
  kind: 'undone' | 'reversed';
  loadId: string;
  netCents: bigint;
  number: number;
  operatorCents: bigint;
  partLoadId: string;
  spreadCents: bigint;
  userId: string;
}

export interface LoadPartPayment {
  companyId: string;
  id: string;
  loadPartId: string;
  transferId: string;
  units: bigint;
  userId: string;
}

export interface LoadRefund {
  address: string;
  amounts: Json;
  companyId: string;
  endedAt: Date | null;
  id: string;
  loadId: string;
  queuedAt: Date | null;
  requestedAt: Date;
  status: 'requested' | 'queued' | 'sending' | 'paid' | 'failed' | 'withdrawn';
  userId: string;
}

export interface LoadReversal {
  acceptance: number;
  amountCents: bigint;
  approvedBy: string;
  cardId: string;
  companyId: string;
  endedAt: Date | null;
  grossCents: bigint | null;
  id: string;
  loadId: string;
  part: Generated<number>;
  reason: string;
  refusal: string | null;
  requestedBy: string;
  startedAt: Date;
  status: 'pending' | 'completed' | 'refused';
  userId: string;
}

export interface MasterBalanceSample {
  availableCents: bigint;
  day: string;
  floatCents: bigint;
  readAt: Date;
}

export interface Migration {
  appliedAt: Generated<Date>;
  name: string;
  sha256: string;
}

export interface Note {
  authorId: string;
  companyId: string;
  createdAt: Date;
  editedAt: Date | null;
  entityId: string;
  id: string;
  kind: string;
  mentionIds: Generated<string[]>;
  pinned: Generated<boolean>;
  position: Generated<string>;
  text: string;
  version: Generated<number>;
}

export interface Notification {
  at: Date;
  companyId: string;
  eventId: string;
  facts: Json;
  id: string;
  kind: string;
  newsId: string;
  path: string | null;
  readAt: Date | null;
  subjectId: string | null;
  userId: string;
}

export interface NotificationChoice {
  companyId: string;
  email: boolean;
  inApp: boolean;
  topic: string;
  userId: string;
}

export interface NotifiedEvent {
  at: Date;
  companyId: string;
  eventId: string;
  userId: string;
}

export interface OneTimeLink {
  companyId: string;
  createdAt: Date;
  email: string;
  emailChangeId: string | null;
  expiresAt: Date;
  kind: 'verify_email' | 'email_change' | 'email_change_old' | 'recover' | 'factor_enrolment' | 'card_freeze' | 'invitation' | 'default_password';
  tokenHash: Buffer;
  usedAt: Date | null;
  userId: string;
}

export interface OwnTransfer {
  asset: string;
  blockHash: string;
  blockNumber: bigint;
  blockTime: Date;
  companyId: string;
  contractUnits: Numeric;
  decidedAt: Date | null;
  fromAccount: 'deposits' | 'treasury' | 'payout' | 'venue' | null;
  id: string;
  isGone: Generated<boolean>;
  logIndex: number;
  network: string;
  outcome: 'transferred' | 'payout' | 'unknown' | null;
  recipient: string;
  residue: bigint;
  sender: string;
  toAccount: 'deposits' | 'treasury' | 'payout' | 'venue' | null;
  tokenAddress: string;
  txHash: string;
  units: bigint;
}

export interface PartitionedTable {
  idColumn: string;
  kindColumn: string | null;
  name: string;
  partitionMonths: Generated<number>;
  retentionMonths: number | null;
  timedKind: string | null;
}

export interface PayinLimit {
  category: 'transfer' | 'adjustment' | 'virtual_load' | 'withdrawal' | 'plastic_first_load' | 'regular_topup' | 'immediate_topup';
  changedAt: Date;
  changedBy: string | null;
  companyId: string | null;
  dailyCents: bigint;
  id: string;
  level: Generated<number>;
  maxCents: bigint;
  minCents: bigint;
  ownerId: Generated<string>;
  reason: string | null;
  version: Generated<number>;
}

export interface PaymentBreak {
  amountCents: bigint;
  at: Date;
  class: 'clearing_without_authorisation' | 'unknown_card';
  companyId: string | null;
  id: string;
  issuerTransactionId: string;
  paymentId: string | null;
  userId: string | null;
}

export interface PaymentEvent {
  amountCents: bigint;
  authorisationCode: string | null;
  channel: string;
  companyId: string;
  declineReason: string | null;
  fees: Json;
  final: boolean;
  id: string;
  issuerEventId: string;
  lapsesAt: Date | null;
  occurredAt: Date;
  originalAmount: string;
  originalCurrency: string;
  originalRate: string | null;
  paymentId: string;
  reason: string | null;
  type: 'authorisation' | 'increment' | 'reversal' | 'clearing' | 'refund' | 'decline' | 'lapse';
  userId: string;
}

export interface Payout {
  asset: string;
  attempt: Generated<number>;
  companyId: string;
  createdAt: Date;
  id: string;
  network: string;
  nextAt: Date;
  ownerId: string;
  ownerKind: 'withdrawal' | 'refund';
  part: number;
  prepared: Generated<number>;
  reason: 'no_funds' | 'no_gas' | 'signer_silent' | 'signer_refused' | 'chain_silent' | 'transfer_refused' | 'not_booked' | 'screening_waits' | 'screened_out' | 'withdrawn' | 'reverted' | 'replaced' | null;
  residue: Generated<bigint>;
  status: 'approved' | 'sending' | 'unknown' | 'done' | 'failed';
  toAddress: string;
  units: bigint;
  updatedAt: Date;
  userId: string | null;
}

export interface PayoutAddress {
  addedAt: Date;
  addedBy: string;
  address: string;
  companyId: string;
  id: string;
  label: string;
  lastUsedAt: Date | null;
  network: string;
  ownerId: string;
  ownerKind: 'company' | 'person';
  removedAt: Date | null;
  risk: 'clear' | 'hit' | 'unavailable' | 'unchecked';
  usableFrom: Date;
}

export interface PayoutAttempt {
  blockNumber: bigint | null;
  companyId: string;
  endedAt: Date | null;
  id: string;
  n: number;
  network: string;
  nonce: bigint;
  outcome: 'confirmed' | 'reverted' | 'replaced' | null;
  payoutId: string;
  replacement: Generated<number>;
  sentAt: Date;
  txHash: string;
  units: bigint;
  userId: string | null;
}

export interface PayoutTransaction {
  attemptId: string;
  companyId: string;
  id: string;
  maxFeeWei: Numeric;
  replacement: number;
  signedAt: Date;
  signedBytes: string;
  tipWei: Numeric;
  txHash: string;
  userId: string | null;
}

export interface PlanTable {
  name: string;
  writeOrder: Generated<number>;
}

export interface Posting {
  accountId: string;
  amount: bigint;
  balanceAfter: bigint;
  companyId: string | null;
  effectiveAt: Date;
  hash: Buffer;
  journalId: string;
  ref: string | null;
  seq: bigint;
}

export interface PostingBound {
  effectiveAheadMinutes: Generated<number>;
  effectiveBehindMinutes: Generated<number>;
  onlyRow: Generated<boolean>;
  recordedAheadMinutes: Generated<number>;
  recordedBehindMinutes: Generated<number>;
}

export interface ProfilingConsent {
  at: Date;
  companyId: string;
  granted: boolean;
  id: string;
  textVersion: string;
  userId: string;
}

export interface ProofUse {
  companyId: string;
  proofHash: Buffer;
  usedAt: Date;
  userId: string;
}

export interface ProviderState {
  answeredAt: Date | null;
  failedAt: Date | null;
  failingSince: Date | null;
  failures: Generated<number>;
  keyRefused: Generated<boolean>;
  provider: string;
}

export interface ReconcileBreak {
  age: Generated<'0-1' | '2-3' | '4-7' | '8-30' | '31+'>;
  amountCents: bigint | null;
  cardId: string | null;
  class: 'missing_here' | 'missing_there' | 'amount' | 'state' | 'duplicate' | 'unauthorised_clearing' | 'stale_floating' | 'unexplained_fee' | 'card_balance' | 'overdrawn_card' | 'master_balance' | 'unknown_outcome' | 'timing' | 'bad_file';
  companyId: string;
  detail: string | null;
  endedAt: Date | null;
  eventAt: Date | null;
  foundAt: Date;
  foundRunId: string;
  id: string;
  note: string | null;
  ours: string | null;
  oursCents: bigint | null;
  ownerId: string | null;
  seenRunId: string;
  status: 'open' | 'gone';
  subject: string;
  theirs: string | null;
  theirsCents: bigint | null;
  transactionId: string | null;
  version: Generated<number>;
}

export interface ReconcileRecord {
  amountCents: bigint;
  eventId: string;
  feeCents: bigint;
  issuerCardId: string;
  occurredAt: Date;
  runId: string;
  transactionId: string;
  type: string;
}

export interface ReconcileRun {
  checkedTo: Generated<string>;
  companyId: string;
  comparedCount: Generated<number>;
  comparedFrom: Date;
  comparedUntil: Date;
  endedAt: Date | null;
  failure: string | null;
  foundCount: Generated<number>;
  healedCount: Generated<number>;
  id: string;
  matchedCount: Generated<number>;
  nextPage: Generated<number>;
  readAt: Date | null;
  requestedBy: string | null;
  startedAt: Date;
  status: 'reading' | 'checking' | 'comparing' | 'done';
}

export interface ReconciliationFinding {
  companyId: string | null;
  detail: string;
  firstAt: Date;
  goneAt: Date | null;
  id: string;
  invariant: 'R1' | 'R2' | 'R3' | 'R4' | 'issuer_day' | 'R7' | 'ageing';
  lastAt: Date;
  status: 'suspected' | 'open' | 'gone';
  subject: string;
  times: Generated<number>;
}

export interface ReconciliationRun {
  covered: Generated<number>;
  failedAt: Date | null;
  failure: string | null;
  name: string;
  oldestAt: Date | null;
  since: Date | null;
  startedAt: Date | null;
  succeededAt: Date | null;
  total: Generated<number>;
}

export interface RecoveryCode {
  codeHash: Buffer;
  companyId: string;
  madeAt: Date;
  usedAt: Date | null;
  userId: string;
}

export interface RefBalance {
  accountId: string;
  balance: bigint;
  companyId: string | null;
  openSince: Date;
  ref: string;
}

export interface RestoreTest {
  backupAt: Date;
  receipt: string;
  recordedAt: Date;
  restoredAt: Date;
}

export interface RoleTag {
  byDefault: boolean;
  roleId: number;
  tag: string;
}

export interface SavedView {
  companyId: string;
  createdAt: Date;
  id: string;
  list: string;
  name: string;
  query: Json;
  sharedAt: Date | null;
  userId: string;
}

export interface ScreeningCheck {
  at: Date;
  checked: boolean;
  companyId: string;
  id: string;
  result: 'clear' | 'hit' | 'unavailable';
  userId: string;
}

export interface SecurityChoice {
  companyId: string;
  lockAfterSeconds: number | null;
  otpLogin: Generated<boolean>;
  userId: string;
}

export interface SecurityEvent {
  address: string;
  at: Date;
  companyId: string;
  device: string;
  facts: Json;
  id: string;
  kind: string;
  userId: string;
}

export interface Seller {
  companyId: string;
  recruitedBy: string | null;
  userId: string;
}

export interface SellerCode {
  active: Generated<boolean>;
  code: string;
  companyId: string;
  createdAt: Date;
  id: string;
  maxUses: number | null;
  ownerId: string | null;
  uses: Generated<number>;
  validFrom: Date;
  validTo: Date | null;
  version: Generated<number>;
}

export interface SellerInvitation {
  acceptedAt: Date | null;
  acceptedBy: string | null;
  companyId: string;
  createdAt: Date;
  email: string;
  expiresAt: Date;
  id: string;
  revokedAt: Date | null;
  sellerId: string;
  sent: Generated<number>;
  sentAt: Date;
  tokenHash: Buffer;
}

export interface Session {
  address: string;
  companyId: string;
  confirmedAt: Date | null;
  cookieHash: Buffer;
  createdAt: Date;
  device: string;
  endedAt: Date | null;
  endReason: string | null;
  enrolUntil: Date | null;
  id: string;
  lastUsedAt: Date;
  lockedAt: Date | null;
  userId: string;
}

export interface SessionToken {
  companyId: string;
  diesAt: Date | null;
  firstUsedAt: Date | null;
  issuedAt: Date;
  rotatedAt: Date | null;
  sessionId: string;
  tokenHash: Buffer;
  userId: string;
}

export interface Setting {
  changedAt: Date;
  changedBy: string | null;
  key: string;
  value: Json;
  version: Generated<number>;
}

export interface Settlement {
  addedCents: bigint;
  allowanceCents: bigint | null;
  approvedAt: Date | null;
  approvedBy: string | null;
  companyId: string;
  deductedCents: bigint;
  drawnUpAt: Date;
  drawnUpBy: string | null;
  id: string;
  maturedCents: bigint;
  owedAfterCents: bigint | null;
  owedBeforeCents: bigint | null;
  ownerId: string;
  ownerKind: 'company' | 'person';
  paidAt: Date | null;
  paidBy: string | null;
  paidCents: bigint | null;
  periodEnd: Date;
  reason: string | null;
  refEnd: Generated<string>;
  shareCount: number;
  status: 'draft' | 'approved' | 'paid' | 'void';
  stoppedCount: number;
  tier: number;
  voidedAt: Date | null;
  voidedBy: string | null;
  voidReason: string | null;
  waitsFor: 'limit' | 'break' | null;
  wallet: 'regular' | 'immediate';
}

export interface SettlementLine {
  amountCents: bigint;
  companyId: string;
  id: string;
  kind: 'manual' | 'reversal' | 'owed' | 'carried' | 'allowance';
  note: string | null;
  ownerId: string;
  settlementId: string;
  shareId: string | null;
}

export interface Share {
  acceptedAt: Date;
  amountCents: bigint;
  basis: Json | null;
  companyId: string;
  draftId: string | null;
  dueAt: Date | null;
  id: string;
  leftCents: Generated<bigint>;
  level: number;
  owedLeftCents: Generated<bigint>;
  ownerId: string;
  ownerKind: 'company' | 'seller' | 'cardholder';
  payerId: string | null;
  recoveredCents: Generated<bigint>;
  sellerCodeId: string | null;
  settledCents: bigint | null;
  settlementId: string | null;
  sourceId: string;
  sourceKind: 'load' | 'topup';
  undoneAt: Date | null;
  undoneCents: Generated<bigint>;
  walletType: 'regular' | 'immediate';
}

export interface SignedEntry {
  id: string;
  kind: string;
  leaf: Buffer;
  number: bigint;
  salt: Buffer;
}

export interface StatusTransition {
  columnName: Generated<string>;
  fromStatus: string | null;
  tableName: string;
  toStatus: string;
}

export interface StepUpGrant {
  action: string;
  challengeId: string | null;
  companyId: string;
  expiresAt: Date;
  factor: string;
  grantHash: Buffer;
  level: 'S1' | 'S2' | 'S3' | 'password';
  madeAt: Date;
  objectHash: Buffer;
  sessionId: string;
  usedAt: Date | null;
  userId: string;
}

export interface TagOverride {
  companyId: string;
  effect: 'granted' | 'denied';
  endedAt: Date | null;
  endedBy: string | null;
  endReason: 'changed' | 'granter_lost_tag' | 'not_grantable' | null;
  id: string;
  setAt: Date;
  setBy: string;
  tag: string;
  userId: string;
}

export interface TermsAcceptance {
  acceptedAt: Date;
  companyId: string;
  id: Generated<string>;
  lang: 'en' | 'es';
  userId: string;
  version: number;
}

export interface TermsEdition {
  effectiveAt: Date;
  publishedAt: Date | null;
  publishedBy: string | null;
  version: number;
}

export interface TermsText {
  kind: 'terms' | 'privacy';
  lang: 'en' | 'es';
  sections: Json;
  title: string;
  version: number;
}

export interface Throttle {
  blockedUntil: Date | null;
  blocks: Generated<number>;
  kind: 'password' | 'factor' | 'code' | 'mail' | 'recovery_code' | null;
  subject: Buffer;
  tries: number;
  userId: string | null;
  windowFrom: Date;
}

export interface TopUp {
  acceptedAt: Date;
  approvedBy: string | null;
  availableAt: Date;
  bankReference: string | null;
  coins: Json | null;
  companyId: string;
  dueAt: Date;
  feeCents: bigint;
  grossCents: bigint;
  id: string;
  kind: 'wire' | 'crypto';
  matchedAt: Date | null;
  matchedBy: string | null;
  maturedAt: Date | null;
  netCents: bigint;
  operatorCents: bigint;
  proofId: string | null;
  reason: string | null;
  ref: string;
  referenceKey: Generated<string | null>;
  requestedBy: string;
  reversalApprovedBy: string | null;
  reversalReason: string | null;
  reversalRequestedBy: string | null;
  reversedAt: Date | null;
  spreadCents: bigint;
  statementLine: string | null;
  status: 'pending' | 'available' | 'reversed';
  valuedOn: string | null;
  wallet: 'regular' | 'immediate';
  wire: 'unmatched' | 'matched' | null;
}

export interface TopUpProof {
  byteCount: number;
  companyId: string;
  contentType: 'application/pdf' | 'image/jpeg';
  encrypted: Buffer;
  id: string;
  topUpId: string | null;
  uploadedAt: Date;
  uploadedBy: string;
}

export interface TotalProgress {
  onlyRow: Generated<boolean>;
  summedTo: Generated<string>;
  waitMinutes: Generated<number>;
}

export interface TreasuryOperation {
  amountCents: bigint;
  approvedBy: string;
  asset: string | null;
  companyId: string;
  feeCents: bigint | null;
  fundingId: string | null;
  id: string;
  kind: 'coins_bought' | 'coins_sold' | 'funding_sent' | 'funding_returned' | 'bank_fee' | 'capital_contributed' | 'capital_withdrawn' | 'suspense_resolved';
  proof: string | null;
  reason: string;
  recordedAt: Date;
  reference: string | null;
  referenceKey: Generated<string | null>;
  requestedBy: string;
  status: 'booked' | 'in_transit' | 'arrived' | 'returned';
  suspenseId: string | null;
  target: 'funding' | 'wallet' | 'operator' | null;
  targetId: string | null;
  units: bigint | null;
  usedCents: Generated<bigint>;
  valueCents: bigint | null;
  valuedOn: string;
  venue: string | null;
}

export interface TreasuryReading {
  asset: string;
  bookUnits: bigint;
  holding: 'treasury' | 'payout' | 'venue' | 'float' | 'gas';
  outsideUnits: bigint;
  readAt: Date;
}

export interface TrustedDevice {
  companyId: string;
  createdAt: Date;
  device: string;
  expiresAt: Date;
  id: string;
  secretHash: Buffer;
  userId: string;
}

export interface UnsignedEntry {
  at: Date;
  id: string;
  kind: string;
}

export interface WalletAdjustment {
  adjustedAt: Date;
  amountCents: bigint;
  approvedBy: string | null;
  cardHolderId: string | null;
  companyId: string;
  endedAt: Date | null;
  id: string;
  ownerId: string;
  ownerKind: 'company' | 'person' | 'card';
  part: Generated<number>;
  reason: string;
  refusal: string | null;
  requestedBy: string;
  reversalOf: string | null;
  reversedBy: string | null;
  status: Generated<'pending' | 'completed' | 'refused'>;
  type: 'credit' | 'debit';
  wallet: 'regular' | 'immediate' | null;
}

export interface WalletCheck {
  at: Date;
  checked: boolean;
  companyId: string;
  id: string;
  loadId: string;
  result: 'clear' | 'hit' | 'unavailable';
  transferId: string;
  userId: string;
}

export interface WalletLine {
  availableAfter: bigint;
  availableBefore: bigint;
  companyId: string | null;
  effectiveAt: Date;
  journalId: string;
  kind: string;
  ownerId: string;
  pendingAfter: bigint;
  pendingBefore: bigint;
  reservedAfter: bigint;
  reservedBefore: bigint;
  seq: bigint;
  wallet: 'regular' | 'immediate';
}

export interface WalletLoadBatch {
  approvedBy: string | null;
  companyId: string;
  endedAt: Date | null;
  feeCents: bigint;
  id: string;
  madeAt: Date;
  reason: string;
  requestedBy: string;
  rowCount: number;
  stoppedBy: string | null;
  stopReason: string | null;
  totalCents: bigint;
  wallet: 'regular' | 'immediate';
}

export interface WalletLoadBatchRow {
  batchId: string;
  cardId: string;
  companyId: string;
  endedAt: Date | null;
  feeCents: bigint;
  id: string;
  line: number;
  note: string | null;
  refusal: string | null;
  result: 'made' | 'refused' | 'stopped' | null;
  totalCents: bigint;
}

export interface WalletTransfer {
  approvedBy: string | null;
  cancelledBy: string | null;
  cancelReason: string | null;
  cardHolderId: string | null;
  companyId: string;
  countsFrom: Date | null;
  endedAt: Date | null;
  feeCents: bigint;
  fromKind: 'company' | 'person';
  fromOwnerId: string;
  fromSeq: bigint;
  id: string;
  isCrediting: Generated<boolean>;
  kind: 'transfer' | 'reversal' | 'card_load';
  madeAt: Date;
  netCents: bigint;
  part: Generated<number>;
  reason: string;
  refEnd: Generated<string>;
  reference: string | null;
  referenceFolded: Generated<string | null>;
  refusal: string | null;
  requestedBy: string;
  reversalOf: string | null;
  status: 'completed' | 'reversed' | 'pending' | 'cancelled';
  toKind: 'company' | 'person' | 'card';
  toOwnerId: string;
  totalCents: bigint;
  waitsForCard: Generated<boolean>;
  waitsForFloat: Generated<boolean>;
  waitsForLimit: Generated<boolean>;
  wallet: 'regular' | 'immediate';
}

export interface Withdrawal {
  addressId: string;
  addressKey: Generated<string>;
  addressLabel: string;
  approvedAt: Date | null;
  approvedBy: string | null;
  asset: string;
  attempt: Generated<number>;
  companyId: string;
  description: string;
  endedAt: Date | null;
  endedBy: string | null;
  feeCents: bigint;
  id: string;
  netCents: bigint;
  network: string;
  ownerId: string;
  ownerKind: 'company' | 'person';
  reason: string | null;
  refEnd: Generated<string>;
  requestedAt: Date;
  requestedBy: string;
  risk: 'clear' | 'hit' | 'unavailable' | 'unchecked';
  status: 'PENDING' | 'COMPLETED' | 'REJECTED' | 'CANCELLED';
  step: 'requested' | 'approved' | 'sending' | 'failed' | 'done' | 'ended';
  toAddress: string;
  totalCents: bigint;
  txHash: string | null;
  units: bigint | null;
  valueCents: bigint | null;
  wallet: 'regular' | 'immediate';
}

export interface DB {
  account: Account;
  accountChange: AccountChange;
  approval: Approval;
  appUser: AppUser;
  archivedQuote: ArchivedQuote;
  audit: Audit;
  auditArchive: AuditArchive;
  auditBlock: AuditBlock;
  auditChange: AuditChange;
  auditKey: AuditKey;
  auditLeaf: AuditLeaf;
  balanceAllowance: BalanceAllowance;
  block: Block;
  bookCheck: BookCheck;
  capitalContribution: CapitalContribution;
  card: Card;
  cardCall: CardCall;
  cardComparison: CardComparison;
  cardOrder: CardOrder;
  cardPlan: CardPlan;
  cardStock: CardStock;
  cardTransaction: CardTransaction;
  cardType: CardType;
  chainBlock: ChainBlock;
  chainTransfer: ChainTransfer;
  challenge: Challenge;
  chartLine: ChartLine;
  clock: Clock;
  company: Company;
  creditDecision: CreditDecision;
  dailyTotal: DailyTotal;
  dataScope: DataScope;
  demoRecord: DemoRecord;
  download: Download;
  dutyFunction: DutyFunction;
  emailChange: EmailChange;
  emergencyMaximum: EmergencyMaximum;
  event: Event;
  factor: Factor;
  factorRecovery: FactorRecovery;
  feeSchedule: FeeSchedule;
  gasDay: GasDay;
  gasFee: GasFee;
  holder: Holder;
  idempotency: Idempotency;
  impersonation: Impersonation;
  incident: Incident;
  issuerCursor: IssuerCursor;
  issuerDay: IssuerDay;
  issuerEvent: IssuerEvent;
  issuerHistoryRow: IssuerHistoryRow;
  issuerTransfer: IssuerTransfer;
  job: Job;
  jobRun: JobRun;
  journal: Journal;
  journalDetail: JournalDetail;
  journalKey: JournalKey;
  journalKind: JournalKind;
  keyCheck: KeyCheck;
  kycAttempt: KycAttempt;
  kycCase: KycCase;
  kycDocument: KycDocument;
  kycEvent: KycEvent;
  kycSession: KycSession;
  kycStep: KycStep;
  ledgerBatch: LedgerBatch;
  ledgerBreak: LedgerBreak;
  listedCompany: ListedCompany;
  load: Load;
  loadDay: LoadDay;
  loadDayProgress: LoadDayProgress;
  loadHistory: LoadHistory;
  loadLimitUse: LoadLimitUse;
  loadPart: LoadPart;
  loadPartPayment: LoadPartPayment;
  loadRefund: LoadRefund;
  loadReversal: LoadReversal;
  masterBalanceSample: MasterBalanceSample;
  migration: Migration;
  note: Note;
  notification: Notification;
  notificationChoice: NotificationChoice;
  notifiedEvent: NotifiedEvent;
  oneTimeLink: OneTimeLink;
  ownTransfer: OwnTransfer;
  partitionedTable: PartitionedTable;
  payinLimit: PayinLimit;
  paymentBreak: PaymentBreak;
  paymentEvent: PaymentEvent;
  payout: Payout;
  payoutAddress: PayoutAddress;
  payoutAttempt: PayoutAttempt;
  payoutTransaction: PayoutTransaction;
  planTable: PlanTable;
  posting: Posting;
  postingBound: PostingBound;
  profilingConsent: ProfilingConsent;
  proofUse: ProofUse;
  providerState: ProviderState;
  reconcileBreak: ReconcileBreak;
  reconcileRecord: ReconcileRecord;
  reconcileRun: ReconcileRun;
  reconciliationFinding: ReconciliationFinding;
  reconciliationRun: ReconciliationRun;
  recoveryCode: RecoveryCode;
  refBalance: RefBalance;
  restoreTest: RestoreTest;
  roleTag: RoleTag;
  savedView: SavedView;
  screeningCheck: ScreeningCheck;
  securityChoice: SecurityChoice;
  securityEvent: SecurityEvent;
  seller: Seller;
  sellerCode: SellerCode;
  sellerInvitation: SellerInvitation;
  session: Session;
  sessionToken: SessionToken;
  setting: Setting;
  settlement: Settlement;
  settlementLine: SettlementLine;
  share: Share;
  signedEntry: SignedEntry;
  statusTransition: StatusTransition;
  stepUpGrant: StepUpGrant;
  tagOverride: TagOverride;
  termsAcceptance: TermsAcceptance;
  termsEdition: TermsEdition;
  termsText: TermsText;
  throttle: Throttle;
  topUp: TopUp;
  topUpProof: TopUpProof;
  totalProgress: TotalProgress;
  treasuryOperation: TreasuryOperation;
  treasuryReading: TreasuryReading;
  trustedDevice: TrustedDevice;
  unsignedEntry: UnsignedEntry;
  walletAdjustment: WalletAdjustment;
  walletCheck: WalletCheck;
  walletLine: WalletLine;
  walletLoadBatch: WalletLoadBatch;
  walletLoadBatchRow: WalletLoadBatchRow;
  walletTransfer: WalletTransfer;
  withdrawal: Withdrawal;
}

/** The second column of states that a table has besides `status`. */
export interface StateColumns {
  topUp: 'wire';
  withdrawal: 'step';
}
