-- Who holds a wallet reads the transfers from and to it, whatever company the row belongs to. Only administrators write rows.
create policy parties on wallet_transfer for select using (
  (select nullif(current_setting('app.user', true), ''))::uuid in (from_owner_id, to_owner_id));
