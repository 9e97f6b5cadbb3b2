-- Who holds a wallet reads its adjustments, whatever company the row belongs to. Only administrators write rows. Calls of
-- administrators run in the scope `seller` for sellers, and show more than the call about own data.
create policy holder on wallet_adjustment for select using (
  (select coalesce(current_setting('app.scope', true), '')) <> 'seller'
  and (select nullif(current_setting('app.user', true), ''))::uuid = owner_id);
