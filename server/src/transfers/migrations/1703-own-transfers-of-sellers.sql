-- A seller reads the transfers of their own wallets only by the calls about own data. Calls of administrators run in the
-- scope `seller`, and show the fee and the journal of the other side.
alter policy parties on wallet_transfer using (
  (select coalesce(current_setting('app.scope', true), '')) <> 'seller'
  and (select nullif(current_setting('app.user', true), ''))::uuid in (from_owner_id, to_owner_id));
