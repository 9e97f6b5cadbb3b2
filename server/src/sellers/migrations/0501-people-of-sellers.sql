-- The people that a seller sees (permissions §1): those who came with the seller's own codes, in the seller's company, and
-- of a seller one also the sellers two whom they recruited. The policies of several tables read it, so it passes
-- over the policies itself.
create function people_of_seller(p_seller_id uuid) returns setof uuid
language sql stable security definer set search_path = public, pg_temp rows 100 as $$
  select u.id
  from app_user s
  join app_user u on u.company_id = s.company_id
    and (u.seller_two_id = s.id or u.seller_one_id = s.id and u.seller_two_id is null)
  where s.id = p_seller_id and s.role_id in (7, 8)
  union
  select u.id
  from app_user s
  join seller r on r.recruited_by = s.id
  join app_user u on u.id = r.user_id and u.company_id = s.company_id and u.role_id = 8
  where s.id = p_seller_id and s.role_id = 7
$$;
select callable_by_app('people_of_seller(uuid)');

-- Lets sellers read the rows of these people, and never write them: other policies still decide about every change.
create function show_to_seller(tenant_table regclass, user_column text) returns void language plpgsql as $$
begin
  execute format(
    'create policy seller on %s for select using ((select current_setting(''app.scope'', true)) = ''seller'' '
    'and company_id in (select unnest(nullif(current_setting(''app.companies'', true), '''')::uuid[])) '
    'and %I in (select people_of_seller((select nullif(current_setting(''app.user'', true), ''''))::uuid)))',
    tenant_table, user_column);
end $$;
revoke execute on function show_to_seller(regclass, text) from public;
select show_to_seller('app_user', 'id');
