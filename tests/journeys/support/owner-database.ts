import { hash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

const queryAsOwner = async (statement: string, values: readonly unknown[]): Promise<pg.QueryResult> => {
  const file = join(dirname(process.env['CARDAMOM_SERVICES'] ?? ''), 'database.json')
  const { ownerUrl } = JSON.parse(readFileSync(file, 'utf8')) as { ownerUrl: string }
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    return await client.query(statement, [...values])
  } finally {
    await client.end()
  }
}

const asOwner = async (statement: string, values: readonly unknown[]): Promise<void> => {
  const { rowCount } = await queryAsOwner(statement, values)
  if (!rowCount) throw new Error(`Nothing was changed for ${values.join(', ')}`)
}

/** Makes the links mailed to an address 25 hours old. Their times are real times, not the sandbox's. */
export const ageLinks = (email: string): Promise<void> =>
  asOwner(
    `update one_time_link set created_at = created_at - interval '25 hours', expires_at = expires_at - interval '25 hours'
     where email = $1`,
    [email],
  )

/** Sessions are cached for a second, so a change of the person is seen a second later at the latest. */
const cachedMs = 1100
/** Drops the cached sessions, as the product's own changes of a person do. */
const forgetSessions = () => asOwner(`select pg_notify('change', 'all')`, [])

/** Makes a person an administrator with all permissions. The screens need two super administrators for it. */
export const makeAdministrator = (email: string): Promise<void> => setRole(email, 6)

export const setRole = async (email: string, roleId: number): Promise<void> => {
  await asOwner('update app_user set role_id = $2 where email = $1', [email, roleId])
  await forgetSessions()
  await pause(cachedMs)
}

/** Makes a person a viewer of their company who is denied one tag; Sofía denied it. */
export const makeViewer = async (email: string, deniedTag: string): Promise<void> => {
  await asOwner('update app_user set role_id = 3 where email = $1', [email])
  await asOwner(
    `insert into tag_override (id, company_id, user_id, tag, effect, set_by, set_at)
     select gen_random_uuid(), company_id, id, $2, 'denied',
       (select id from app_user where email = 'sofia@demo.cardamom.example'), now()
     from app_user where email = $1`,
    [email, deniedTag],
  )
  await forgetSessions()
  await pause(cachedMs)
}

/** Marks a person's sessions as confirmed by a second factor just now. */
export const confirmSessions = (email: string): Promise<void> =>
  asOwner(
    `update session set confirmed_at = now() where ended_at is null and user_id = (select id from app_user where email = $1)`,
    [email],
  )

/** A grant of a person's newest session for one operation, as if they had confirmed it. */
export const confirmOperation = async (
  email: string,
  operation: { readonly level: string; readonly action: string; readonly objectHash: string },
): Promise<string> => {
  const grant = randomBytes(24).toString('base64url')
  await asOwner(
    `insert into step_up_grant (grant_hash, session_id, user_id, company_id, level, action, object_hash, factor, made_at, expires_at)
     select $2, s.id, u.id, u.company_id, $3, $4, decode($5, 'hex'), 'passkey', now(), now() + interval '1 minute'
     from app_user u join session s on s.user_id = u.id and s.ended_at is null where u.email = $1 order by s.id desc limit 1`,
    [email, hash('sha256', grant, 'buffer'), operation.level, operation.action, operation.objectHash],
  )
  return grant
}

const phoneBrowser =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1'
const deskBrowser =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'

/**
 * Adds sessions to a person, all older than those that they have; the oldest is on an iPhone. Logins of this
 * number would take minutes, because they are limited.
 */
export const addSessions = (email: string, count: number): Promise<void> =>
  asOwner(
    `insert into session (id, company_id, user_id, cookie_hash, created_at, last_used_at, address, device)
     select overlay(gen_random_uuid()::text placing lpad(to_hex(nth), 8, '0') from 1)::uuid, company_id, id,
       decode(md5(random()::text), 'hex'), now() - interval '1 hour', now(), '192.0.2.1', case nth when 1 then $3 else $4 end
     from app_user, generate_series(1, $2::int) nth where email = $1`,
    [email, count, phoneBrowser, deskBrowser],
  )

/** Adds people to the company of a person, who joined three years ago; their names have a common part. */
export const addPeople = (email: string, { part, count }: { part: string; count: number }): Promise<void> =>
  asOwner(
    `insert into app_user (id, company_id, role_id, username, email, password_hash, first_name, last_name, country,
       referral_code, created_at)
     select overlay(gen_random_uuid()::text placing lpad(to_hex(nth), 8, '0') from 1)::uuid, company_id, 2, lower($3) || nth,
       lower($3) || nth || '@example.com', 'no password opens this', $3, lpad(nth::text, 3, '0'), 'PE',
       upper(substr(md5($3 || nth), 1, 8)), now() - interval '3 years' - nth * interval '1 minute'
     from app_user, generate_series(1, $2::int) nth where email = $1`,
    [email, count, part],
  )

/** Adds entries to a person's security log, older than those that it has. */
export const addSecurityEvents = (email: string, count: number): Promise<void> =>
  asOwner(
    `insert into security_event (id, company_id, user_id, kind, facts, device, address, at)
     select overlay(gen_random_uuid()::text placing lpad(to_hex(nth), 8, '0') from 1)::uuid, company_id, id,
       case nth when 1 then 'otp_login_on' else 'session_locked' end, '{}', $3, '192.0.2.1', now()
     from app_user, generate_series(1, $2::int) nth where email = $1`,
    [email, count, deskBrowser],
  )

/** Sets whether a company requires a passkey, as the page of its settings does. */
export const demandPasskeys = (slug: string, isDemanded: boolean): Promise<void> =>
  asOwner('update company set passkey_mandatory = $2 where slug = $1', [slug, isDemanded])

/** Lets a company and those below it create a card for each verified person, as the page of its settings does. */
export const createCardsAutomatically = (slug: string): Promise<void> =>
  asOwner('update company set automatic_card_creation = true where slug = $1', [slug])

/** Sets how a company opens the identity check, as the page of its settings does. */
export const useKycFlow = (slug: string, flow: 'redirect' | 'frame'): Promise<void> =>
  asOwner('update company set kyc_flow = $2 where slug = $1', [slug, flow])

/**
 * Makes the terms in force required, as if an administrator had published them, and forgets that a person accepted
 * them. Everybody else of the product who registered has accepted them.
 */
export const requireTermsOf = async (email: string): Promise<void> => {
  await asOwner('update terms_edition set published_at = effective_at where effective_at <= now()', [])
  await asOwner('delete from terms_acceptance where user_id = (select id from app_user where email = $1)', [
    email,
  ])
  await pause(cachedMs)
}

export const requireNoTerms = (): Promise<void> =>
  asOwner('update terms_edition set published_at = null where published_at is not null', [])

/** Queues the refund of a load to an address at which no coin is paid, as two administrators would have. */
export const queueUnpayableRefund = async (loadId: string): Promise<void> => {
  await asOwner(
    `insert into load_refund (id, load_id, company_id, user_id, address, amounts, requested_at, status)
     select gen_random_uuid(), l.id, l.company_id, l.user_id, '0x0000000000000000000000000000000000000000',
       jsonb_build_array(jsonb_build_object('amount', trim_scale(sum(t.units) / 1000000.0)::text, 'asset', t.asset)),
       max(t.final_at), 'requested'
     from load l join chain_transfer t on t.load_id = l.id where l.id = $1 group by l.id, t.asset`,
    [loadId],
  )
  await asOwner(`update load_refund set status = 'queued', queued_at = requested_at where load_id = $1`, [
    loadId,
  ])
  await asOwner(
    `insert into job (id, name, key, payload, due_at) values (gen_random_uuid(), 'loads.order_refund',
       'loads.order_refund:journey:' || $1::text, jsonb_build_object('entityId', $1::text), 'epoch')`,
    [loadId],
  )
}

/** Why the payment of a load's refund waits; null: it has not been tried. */
export const payoutReasonOf = async (loadId: string): Promise<string | null> => {
  const { rows } = await queryAsOwner(
    `select p.reason from payout p join load_refund r on r.id = p.owner_id where r.load_id = $1`,
    [loadId],
  )
  return (rows as { reason: string | null }[])[0]?.reason ?? null
}

/** Ends the wait of a person whose password, e-mail or factors have just changed. */
export const ageCredentials = (email: string): Promise<void> =>
  asOwner(
    `update app_user set credentials_changed_at = credentials_changed_at - interval '25 hours' where email = $1`,
    [email],
  )

/**
 * Makes an address of the book, by its name, and the security methods of a person older than the waits before a withdrawal. Their times are not
 * the sandbox's.
 */
export const ageWithdrawalWaits = async (email: string, label: string): Promise<void> => {
  await asOwner(
    `update payout_address set added_at = added_at - interval '25 hours', usable_from = usable_from - interval '25 hours'
     where label = $1`,
    [label],
  )
  await ageCredentials(email)
}

/** Sets the explorer of a network, as the page of the settings does. */
export const useExplorer = (network: string, link: string): Promise<void> =>
  asOwner(
    `insert into setting (key, value, changed_at) values ('explorerLinks', $1, now())
     on conflict (key) do update set value = excluded.value`,
    [JSON.stringify([{ network, link }])],
  )

/** The card's id at the issuer, for faults of that card alone. */
export const issuerCardOf = async (cardId: string): Promise<string> => {
  const { rows } = await queryAsOwner('select issuer_card_id as id from card where id = $1', [cardId])
  const [found] = rows as { id: string | null }[]
  if (!found?.id) throw new Error(`The card ${cardId} is not at the issuer`)
  return found.id
}

/** A job that failed 30 times, as after a day without its outside service. It succeeds as soon as a person resumes it. */
export const insertDeadJob = (name: string): Promise<void> =>
  asOwner(
    `insert into job (id, name, payload, due_at, attempts, dead, last_error, first_failed_at, failed_at)
     select gen_random_uuid(), $1, jsonb_build_object('id', gen_random_uuid()), at, 30, true, 'TypeError: fetch failed',
       at - interval '1 day', at from (select now() as at) failure`,
    [name],
  )

/** A run of the reconciliation that is done, with an event whose amounts differ. The next run ends the difference. */
export const insertBreak = async (transactionId: string): Promise<void> => {
  await asOwner(
    `insert into reconcile_run (id, company_id, status, compared_from, compared_until, started_at, compared_count, matched_count,
       found_count)
     select gen_random_uuid(), id, 'reading', now() - interval '2 days', now() - interval '1 day', now(), 4182, 4175, 1
     from company where slug = $1`,
    ['house'],
  )
  for (const status of ['checking', 'comparing', 'done'])
    await asOwner(
      `update reconcile_run set status = $1, ended_at = case $1 when 'done' then now() end where status <> 'done'`,
      [status],
    )
  await asOwner(
    `insert into reconcile_break (id, company_id, class, subject, status, transaction_id, amount_cents, ours_cents, theirs_cents,
       ours, theirs, found_run_id, seen_run_id, found_at)
     select gen_random_uuid(), company_id, 'amount', 'event of ' || $1, 'open', $1, 50, 8420, 8470, 'clearing', 'clearing', id, id,
       started_at from reconcile_run order by started_at desc limit 1`,
    [transactionId],
  )
}

/** Makes a type of plastic cards that people can order for $15.00; returns its name. No other journey changes it. */
export const offerPlastic = async (code: string): Promise<string> => {
  const name = `Plastic ${code}`
  await asOwner(
    `insert into card_type (id, code, name, form, finish, design, delivery_business_days, offered, position, issue_plan_id,
       replacement_plan_id, created_at)
     select gen_random_uuid(), $1, $2, form, finish, design, delivery_business_days, true, 900, issue_plan_id,
       replacement_plan_id, now()
     from card_type where code = 'plastic'`,
    [code, name],
  )
  return name
}
