-- What is pending of all companies is summed from the index alone.
create index share_pending_by_company on share (company_id, wallet_type, due_at) include (left_cents, accepted_at, draft_id)
  where settlement_id is null and undone_at is null;
