-- Who holds a wallet reads its adjustments, whatever company the row belongs to. Only administrators write rows.
create policy holder on wallet_adjustment for select using (
  (select nullif(current_setting('app.user', true), ''))::uuid = owner_id);
