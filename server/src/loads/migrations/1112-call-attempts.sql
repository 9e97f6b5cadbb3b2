-- The columns that every table of outside calls has (kernel/call-attempts.ts).
alter table issuer_transfer rename column quiet_at to absent_since;
