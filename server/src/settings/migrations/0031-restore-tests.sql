-- Backups that an operator restored as a test, each with the receipt of the restore.
create table restore_test (
  receipt text primary key,
  backup_at timestamptz not null,
  restored_at timestamptz not null,
  recorded_at timestamptz not null,
  check (restored_at >= backup_at)
);
