-- The columns that every table of outside calls has (kernel/call-attempts.ts). Absence is proved by time, not by the number
-- of reads. A call that is open now is counted as sent when its attempt was made.
alter table card_call
  add column sent_at timestamptz,
  add column absent_since timestamptz,
  drop column reads,
  drop column next_at;
update card_call set sent_at = called_at;
