-- Whose load or top-up a share is of, and the seller code that the person had when it was quoted: a seller sees what each
-- code earned, also after the person got another one. Null: the share is older, or of no code.
alter table share add column payer_id uuid;
alter table share add column seller_code_id uuid;
create index share_by_owner_acceptance on share (owner_id, accepted_at desc, id desc);
create index share_by_code on share (seller_code_id, owner_id) where seller_code_id is not null;

-- The names of people whose loads the reader has shares of: whole where the reader is their seller, else the initials. A
-- referrer, and a seller one of a seller two, do not see these people (permissions §1).
create function names_of_payers(p_ids uuid[]) returns table (id uuid, name text)
language sql stable security definer set search_path = public, pg_temp rows 100 as $$
  select u.id,
    case when u.id in (select people_of_seller(me.id))
      then trim(u.first_name || ' ' || u.last_name)
      else left(u.first_name, 1) || '. ' || left(u.last_name, 1) || '.' end
  from (select (select nullif(current_setting('app.user', true), ''))::uuid as id) me
  join app_user u on u.id = any(p_ids)
  where exists (select from share s where s.owner_id = me.id and s.payer_id = u.id)
$$;
select callable_by_app('names_of_payers(uuid[])');
create index share_by_payer on share (payer_id, owner_id) where payer_id is not null;
